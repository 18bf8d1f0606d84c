import { Injectable } from '@nestjs/common';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { ProductOutcome } from '../../banks/institution-connections/retrieved-rows.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { nextRefreshOf } from './next-refresh.js';

const TRANSACTIONS: readonly (string | null)[] = ['online_transactions', 'historical_transactions'];

/** Records the outcome of a product: the transition, its event, and the jobs that waited for it. */
@Injectable()
export class RecordProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
  ) {}

  async execute(job: LinkJob, outcome: ProductOutcome): Promise<void> {
    const owed = await this.transactions.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.done(tx, job))) return [];
      identity.recordProduct({ product: job.product as Product, outcome }, tx.now);
      const { sessionStatus } = identity.snapshot;
      if (sessionStatus === 'COMPLETED') identity.planRefresh(nextRefreshOf(identity, tx.now));
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
      return TRANSACTIONS.includes(job.product) ? this.income(tx, identity) : [];
    });
    this.runner.start(owed);
  }

  /** The estimate, once no transactions are to come. */
  private async income(tx: AppTx, { snapshot }: LoginIdentity): Promise<readonly LinkJob[]> {
    const { progress, loginIdentityId } = snapshot;
    const waits = [progress.online_transactions, progress.historical_transactions].some(
      (product) => product?.status === 'IN_PROGRESS',
    );
    if (waits || progress.income_estimation?.status !== 'IN_PROGRESS') return [];
    const open = await this.jobs.ofLogin(tx, loginIdentityId);
    const job = open.find(({ product }) => product === 'income_estimation');
    if (!job) return [];
    const taken = await this.jobs.seize(tx, job);
    return taken ? [taken] : [];
  }
}
