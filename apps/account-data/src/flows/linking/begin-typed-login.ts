import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { LoginCaller } from '@towpath/service';
import { LinkConsents } from '../../identities/consents/link-consents.js';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.js';
import { KnownLogins } from '../../identities/known-logins/known-logins.js';
import type { LinkJob, LoginStep } from '../../identities/link-jobs/link-job.js';
import type {
  LoginIdentity,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { StartLogin } from '../../retrieval/logins/start-login.js';
import { firstStep } from './typed-login.js';

/** Writes a session that begins with typed credentials: the identity, the consent and the first job. */
@Injectable()
export class BeginTypedLogin {
  constructor(
    private readonly identities: LoginIdentityRepository,
    private readonly startLogin: StartLogin,
    private readonly consents: LinkConsents,
    private readonly logins: KnownLogins,
  ) {}

  /** Sends the writes of the transaction; start the job after the commit. */
  async write(
    tx: AppTx,
    begins: {
      readonly identity: LoginIdentity;
      readonly institution: Institution;
      readonly typed: KeptCredentials;
      readonly from: LoginCaller;
    },
  ): Promise<{ readonly job: LinkJob; readonly snapshot: LoginIdentitySnapshot }> {
    const { identity, institution, typed, from } = begins;
    const loginKey = this.logins.keyOfTyped(institution, typed);
    const step: LoginStep = { ...firstStep(institution, { ...typed, language: 'en' }), loginKey };
    const guessed = { userId: identity.snapshot.userId, login: loginKey };
    // on the bank's own page the bank counts
    const isGuess = step.name === 'START';
    const guess = isGuess ? await this.logins.begin(tx, from, guessed) : undefined;
    const batch = new WriteBatch();
    const job = await this.startLogin.execute(tx, batch, {
      identity,
      step: { ...step, ...(guess && { guess }) },
      secrets: { credentials: typed.credentials },
    });
    this.identities.save(batch, identity);
    this.consents.add(tx, batch, { identity, text: null });
    tx.write(batch);
    return { job, snapshot: identity.snapshot };
  }
}
