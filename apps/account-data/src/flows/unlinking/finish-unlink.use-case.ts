import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { after, backOffMs, type LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner, type LinkJobHandler } from '../../identities/link-jobs/link-job-runner.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';

const MOST_FAILURES = 8;

type Removal = 'REMOVED' | 'FAILED' | 'TRY_AGAIN';

/** Erases what was retrieved, ends the consent at the bank, and forgets the session there. */
@Injectable()
export class FinishUnlink implements LinkJobHandler, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
    private readonly banks: ConnectedBanks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.runner.register('UNLINK', this);
  }

  async execute(job: LinkJob): Promise<void> {
    const { customerAppId, loginIdentityId } = job;
    const known = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.find(tx, loginIdentityId);
      const bankSession = await this.secrets.bankSession(tx, job);
      return identity && { snapshot: identity.snapshot, bankSession };
    });
    if (!known) return;
    await this.banks.erase.execute({ customerAppId, loginIdentityId });
    const removal = await this.remove(known.snapshot, known.bankSession);
    await this.record(job, removal);
  }

  private async remove(
    { live, institutionId, customerAppId, loginIdentityId }: LoginIdentitySnapshot,
    bankSession: string | null,
  ): Promise<Removal> {
    if (bankSession === null) return 'REMOVED';
    try {
      const bank = this.banks.connectorOf({ appType: live ? 'LIVE' : 'TEST', institutionId });
      return await bank.removeConsent({ customerAppId, institutionId, bankSession });
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      this.logger.warn({ loginIdentityId, reason }, 'a consent could not be removed at its bank');
      return 'TRY_AGAIN';
    }
  }

  private async record(job: LinkJob, removal: Removal): Promise<void> {
    await this.transactions.forApp(job.customerAppId, async (tx) => {
      const failures = job.failures + 1;
      if (removal === 'TRY_AGAIN' && failures < MOST_FAILURES && tx.now < job.deadlineAt) {
        await this.jobs.change(tx, job, { dueAt: after(tx.now, backOffMs(failures)), failures });
        return;
      }
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity || !(await this.jobs.done(tx, job))) return;
      identity.endUnlink(removal === 'REMOVED' ? 'confirmUnlink' : 'failUnlink', tx.now);
      await this.secrets.forget(tx, job);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      await tx.write(batch);
    });
  }
}
