import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  type CustomerAppId,
  type LinkSessionId,
  type LoginIdentityId,
} from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.js';
import { isConsentOver } from '../../identities/login-identities/domain/consent.js';
import type {
  LinkingAttemptId,
  LoginIdentity,
} from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { StartLogin } from '../../retrieval/logins/start-login.js';

const BACKGROUND: LoginStep = {
  name: 'BACKGROUND',
  loginMethodId: null,
  language: 'en',
  action: null,
  actionName: null,
};

/** Retrieves the data again without the user, with the credentials that the user agreed to keep. */
@Injectable()
export class RefreshLoginIdentity {
  constructor(
    private readonly transactions: Transactions,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly startLogin: StartLogin,
    private readonly runner: LinkJobRunner,
  ) {}

  async execute(customerAppId: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    const owed = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.read.lock(tx, loginIdentityId);
      assertRefreshable(identity, tx.now);
      identity.refresh(
        {
          sessionId: newId<LinkSessionId>(tx.systemNow),
          linkingAttemptId: newId<LinkingAttemptId>(tx.systemNow),
        },
        tx.now,
      );
      const batch = new WriteBatch();
      const login = { identity, step: BACKGROUND, secrets: {} };
      const job = await this.startLogin.execute(tx, batch, login);
      this.identities.save(batch, identity);
      tx.write(batch);
      return job;
    });
    this.runner.start([owed]);
  }
}

function assertRefreshable(identity: LoginIdentity, now: Date): void {
  const { storesCredentials, refreshesWithoutUser } = identity.snapshot;
  if (isConsentOver(identity.snapshot, now))
    throw notAllowed('The permission of the user has ended: link again.');
  if (!storesCredentials) {
    throw new DomainError('CREDENTIAL_NOT_STORED', 'Link again, or refresh with the user.');
  }
  if (!refreshesWithoutUser) throw notAllowed('The institution asks for the user: link again.');
  if (!identity.can('refresh')) throw notAllowed('A login or a retrieval is under way.');
}

function notAllowed(explanation: string): DomainError {
  return new DomainError('REFRESH_NOT_ALLOWED', explanation);
}
