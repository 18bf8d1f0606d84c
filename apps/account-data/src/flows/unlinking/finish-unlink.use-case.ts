import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { after, type LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner, type LinkJobHandler } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/**
 * Waits in ms after each failure before the bank is asked again to end a consent: more than half a
 * day.
 */
const WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS];
/** Times that it is asked, also where processes die of it. */
const MOST_FAILURES = WAITS_MS.length + 1;

type Removal = 'REMOVED' | 'FAILED' | 'TRY_AGAIN';

/**
 * Erases retrieved data, with as many restarts as necessary. Then it ends the consent at the bank,
 * or gives up, and deletes the bank session.
 */
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
    await this.banks.erase.execute({ customerAppId, loginIdentityId });
    const now = await this.begin(job);
    if (!now) return;
    const { failures, deadlineAt } = job;
    const isGivenUp = failures >= MOST_FAILURES || (failures > 0 && now >= deadlineAt);
    await this.record(job, isGivenUp ? 'FAILED' : await this.remove(job));
  }

  /** The try counts, also where the process dies of it. Null when another process has the job. */
  private begin(job: LinkJob): Promise<Date | null> {
    return this.transactions.forApp(job.customerAppId, async (tx) =>
      (await this.jobs.begin(tx, job)) ? tx.now : null,
    );
  }

  private async remove(job: LinkJob): Promise<Removal> {
    const { customerAppId, loginIdentityId } = job;
    try {
      const known = await this.transactions.forApp(customerAppId, async (tx) => {
        const identity = await this.identities.find(tx, loginIdentityId);
        const bankSession = await this.secrets.bankSession(tx, job);
        return identity && { ...identity.snapshot, bankSession };
      });
      if (!known || known.bankSession === null) return 'REMOVED';
      const { live, institutionId, bankSession } = known;
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
      await tx.begun;
      const failures = job.failures + 1;
      const waitMs = WAITS_MS[failures - 1];
      if (removal === 'TRY_AGAIN' && waitMs !== undefined && tx.now < job.deadlineAt) {
        await this.jobs.change(tx, job, { dueAt: after(tx.now, waitMs), failures });
        return;
      }
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity || !(await this.jobs.done(tx, job))) return;
      identity.endUnlink(removal === 'REMOVED' ? 'confirmUnlink' : 'failUnlink', tx.now);
      await this.secrets.forget(tx, job);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
    });
  }
}
