import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { after, type LinkJob, type LinkJobId } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';

/** The promise is 24 hours; the bank is asked for most of this time. In ms. */
const UNLINK_MS = 23 * 3_600_000;

/** Deletes a login identity: its data is unreadable, and its credentials are deleted, at once. */
@Injectable()
export class DeleteLoginIdentity {
  constructor(
    private readonly transactions: Transactions,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
  ) {}

  async execute(customerAppId: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    const owed = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.read.lock(tx, loginIdentityId);
      const { sessionId } = identity.snapshot;
      const owner = { customerAppId, loginIdentityId, sessionId };
      identity.unlink(tx.now);
      await this.jobs.dropAll(tx, loginIdentityId);
      await this.secrets.endLogin(tx, owner);
      await this.secrets.shredCredentials(tx, owner);
      const job: LinkJob = {
        ...owner,
        jobId: newId<LinkJobId>(tx.systemNow),
        kind: 'UNLINK',
        product: null,
        step: null,
        claim: 1,
        failures: 0,
        cursor: null,
        sealed: null,
        deadlineAt: after(tx.now, UNLINK_MS),
      };
      const batch = new WriteBatch();
      this.jobs.add(tx, batch, job);
      this.identities.save(batch, identity);
      tx.write(batch);
      return job;
    });
    this.runner.start([owed]);
  }
}
