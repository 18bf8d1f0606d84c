import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { plusMs, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { InstitutionConnectionsService } from '../../banks/institution-connections/institution-connections.service.js';
import { RetrievedDataService } from '../../data/retrieved-data/retrieved-data.service.js';
import { LoginSecretsService } from '../../identities/credentials/login-secrets.service.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The promise is 24 hours; the bank is asked for most of this time. */
const UNLINK_MS = 23 * HOUR_MS;
/** Waits in ms before the bank is asked again to end a consent: more than half a day. */
const WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS];
/** Times that it is asked, also where processes die of it. */
const MAX_FAILURES = WAITS_MS.length + 1;

type Removal = 'REMOVED' | 'FAILED' | 'TRY_AGAIN';

@Injectable()
export class UnlinksService {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly connections: InstitutionConnectionsService,
    private readonly data: RetrievedDataService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Deletes a login identity: its data is unreadable, and its credentials are deleted, at once. */
  async unlink(customerAppId: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    const job = await this.db.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lockLinked(tx, loginIdentityId);
      const { snapshot: login } = identity;
      identity.unlink(tx.now);
      await this.jobs.dropAll(tx, loginIdentityId);
      await this.secrets.endLogin(tx, login);
      await this.secrets.shredCredentials(tx, login);
      const batch = new WriteBatch();
      const owed = this.jobs.add(tx, batch, { kind: 'UNLINK', login, lifetimeMs: UNLINK_MS });
      this.identities.save(tx, identity, batch);
      return owed;
    });
    this.jobs.start(job, (started) => this.finish(started));
  }

  /**
   * Erases retrieved data, with as many restarts as necessary. Then it ends the consent at the bank,
   * or gives up, and deletes the bank session.
   */
  async finish(job: LinkJob): Promise<void> {
    await this.data.erase(job);
    // The try counts, also where the process dies of it.
    const now = await this.db.forApp(job.customerAppId, async (tx) =>
      (await this.jobs.begin(tx, job)) ? tx.now : null,
    );
    if (!now) return;
    const { failures, deadlineAt } = job;
    const isGivenUp = failures >= MAX_FAILURES || (failures > 0 && now >= deadlineAt);
    await this.record(job, isGivenUp ? 'FAILED' : await this.remove(job));
  }

  private async remove(job: LinkJob): Promise<Removal> {
    const { customerAppId, loginIdentityId } = job;
    try {
      const known = await this.db.forApp(customerAppId, async (tx) => {
        const identity = await this.identities.find(tx, loginIdentityId);
        const bankSession = await this.secrets.bankSession(tx, job);
        return identity && { ...identity.snapshot, bankSession };
      });
      if (!known || known.bankSession === null) return 'REMOVED';
      const { institutionId, bankSession } = known;
      const bank = this.connections.of(known);
      return await bank.removeConsent({ customerAppId, institutionId, bankSession });
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      this.logger.warn({ loginIdentityId, reason }, 'a consent could not be removed at its bank');
      return 'TRY_AGAIN';
    }
  }

  private async record(job: LinkJob, removal: Removal): Promise<void> {
    await this.db.forApp(job.customerAppId, async (tx) => {
      await tx.begun;
      const failures = job.failures + 1;
      const waitMs = WAITS_MS[failures - 1];
      if (removal === 'TRY_AGAIN' && waitMs !== undefined && tx.now < job.deadlineAt) {
        await this.jobs.change(tx, job, { dueAt: plusMs(tx.now, waitMs), failures });
        return;
      }
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity || !(await this.jobs.done(tx, job))) return;
      identity.endUnlink(removal === 'REMOVED' ? 'confirmUnlink' : 'failUnlink', tx.now);
      await this.secrets.forget(tx, job);
      this.identities.save(tx, identity);
    });
  }
}
