import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { LinkConsents, type ConsentText } from '../../identities/consents/link-consents.js';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
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
    private readonly runner: LinkJobRunner,
  ) {}

  async write(
    tx: AppTx,
    begins: {
      readonly link: HostedLink;
      readonly institution: Institution;
      readonly identity: LoginIdentity;
      readonly login: KeptCredentials;
      readonly text: ConsentText | null;
    },
  ): Promise<LinkJob> {
    const { link, institution, identity, login, text } = begins;
    const { loginIdentityId, sessionId } = identity.snapshot;
    const batch = new WriteBatch();
    const job = await this.startLogin.execute(tx, batch, {
      identity,
      step: firstStep(institution, { ...login, language: link.request.language }),
      secrets: { credentials: login.credentials },
    });
    this.identities.save(batch, identity);
    if (text) this.consents.add(tx, batch, { identity, text });
    this.links.begin(batch, { ...link, loginIdentityId, linkSessionId: sessionId });
    tx.send(batch);
    return job;
  }

  /** After the write. */
  pursue(job: LinkJob): void {
    this.runner.start([job]);
  }
}
