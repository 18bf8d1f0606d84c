import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { LinkConsents } from '../../identities/consents/link-consents.js';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.js';
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
  ) {}

  /** Sends the writes of the transaction; start the job after the commit. */
  async write(
    tx: AppTx,
    begins: {
      readonly identity: LoginIdentity;
      readonly institution: Institution;
      readonly typed: KeptCredentials;
    },
  ): Promise<{ readonly job: LinkJob; readonly snapshot: LoginIdentitySnapshot }> {
    const { identity, institution, typed } = begins;
    const batch = new WriteBatch();
    const job = await this.startLogin.execute(tx, batch, {
      identity,
      step: firstStep(institution, { ...typed, language: 'en' }),
      secrets: { credentials: typed.credentials },
    });
    this.identities.save(batch, identity);
    this.consents.add(tx, batch, { identity, text: null });
    tx.send(batch);
    return { job, snapshot: identity.snapshot };
  }
}
