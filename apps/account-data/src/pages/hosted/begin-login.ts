import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { LoginCaller } from '@towpath/service';
import { LinkConsents, type ConsentText } from '../../identities/consents/link-consents.js';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.js';
import { KnownLogins } from '../../identities/known-logins/known-logins.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.js';
import type { Begun } from '../../flows/linking/once-per-payload.js';
import { firstStep } from '../../flows/linking/typed-login.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { StartLogin } from '../../retrieval/logins/start-login.js';
import type { HostedLink } from './hosted-link.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

/** Writes the begin of a login on a page: its session, its job, the consent and the page. */
@Injectable()
export class BeginLogin {
  constructor(
    private readonly links: HostedLinkRepository,
    private readonly identities: LoginIdentityRepository,
    private readonly startLogin: StartLogin,
    private readonly consents: LinkConsents,
    private readonly logins: KnownLogins,
  ) {}

  async write(
    tx: AppTx,
    begins: {
      readonly link: HostedLink;
      readonly institution: Institution;
      readonly identity: LoginIdentity;
      readonly login: KeptCredentials;
      readonly text: ConsentText | null;
      /** Who typed the login; null for one that was stored. */
      readonly from: LoginCaller | null;
    },
  ): Promise<Begun> {
    const { link, institution, identity, login, text, from } = begins;
    const { loginIdentityId, sessionId } = identity.snapshot;
    const { language } = link.request;
    const step: LoginStep = { ...firstStep(institution, { ...login, language }), onPage: true };
    // on the bank's own page the bank counts
    const isGuess = from !== null && step.name === 'START';
    const guess = isGuess ? await this.logins.begin(tx, from, link) : undefined;
    const batch = new WriteBatch();
    const job = await this.startLogin.execute(tx, batch, {
      identity,
      step: { ...step, ...(guess && { guess }) },
      secrets: { credentials: login.credentials },
    });
    this.identities.save(batch, identity);
    if (text) this.consents.add(tx, batch, { identity, text });
    this.links.begin(batch, { ...link, loginIdentityId, linkSessionId: sessionId });
    tx.write(batch);
    return { job, snapshot: identity.snapshot };
  }
}
