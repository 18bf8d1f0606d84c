import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataErased, Transactions } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { BankUnavailable } from '../../banks/institution-connections/institution-connector.js';
import type { RetrievedFor } from '../../banks/institution-connections/retrieved-data.js';
import type {
  BankProduct,
  ProductOutcome,
} from '../../banks/institution-connections/retrieved-rows.js';
import { after, backOffMs, type LinkJob } from '../../identities/link-jobs/link-job.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import { LinkJobRunner, type LinkJobHandler } from '../../identities/link-jobs/link-job-runner.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { fetchAhead } from './fetch-ahead.js';
import { RecordProduct } from './record-product.js';
import { storeBatches } from './store-batches.js';

/** Times in a row that nothing came of a product. */
const MOST_FAILURES = 5;
/** Time in ms between polls of an income estimate for its transactions. */
const INCOME_WAIT_MS = 5_000;

interface PreparedRetrieval {
  readonly snapshot: LoginIdentitySnapshot;
  readonly bankSession: string;
  readonly now: Date;
}

/** Another process has taken the job. */
class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Fetches one product, batch by batch; after a crash it resumes behind the last stored batch. */
@Injectable()
export class RetrieveProduct implements LinkJobHandler, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
    private readonly secrets: LoginSecretStore,
    private readonly banks: ConnectedBanks,
    private readonly recordProduct: RecordProduct,
  ) {}

  onModuleInit(): void {
    this.runner.register('RETRIEVAL', this);
  }

  async execute(job: LinkJob): Promise<void> {
    const prepared = await this.prepare(job);
    if (!prepared) return;
    if (prepared.now >= job.deadlineAt) return this.recordProduct.execute(job, 'RETRIEVAL_FAILED');
    try {
      const outcome = await this.outcomeOf(job, prepared);
      if (outcome) await this.recordProduct.execute(job, outcome);
    } catch (error) {
      if (error instanceof JobLost || error instanceof PersonalDataErased) return;
      await this.failed(job, { error, now: prepared.now });
    }
  }

  private prepare(job: LinkJob): Promise<PreparedRetrieval | null> {
    return this.transactions.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.find(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.isMine(tx, job))) return null;
      const bankSession = await this.secrets.bankSession(tx, job);
      return { snapshot: identity.snapshot, bankSession: bankSession ?? '', now: tx.now };
    });
  }

  /** Null when the product has to wait for others. */
  private async outcomeOf(
    job: LinkJob,
    { snapshot, bankSession, now }: PreparedRetrieval,
  ): Promise<ProductOutcome | null> {
    if (job.product === 'income_estimation') return this.income(job, snapshot);
    const product = (job.product ?? '').toUpperCase() as BankProduct;
    const { customerAppId, loginIdentityId, institutionId, live } = snapshot;
    const whose: RetrievedFor = {
      customerAppId,
      loginIdentityId,
      product,
      retrievalId: job.jobId,
      isFirst: job.cursor === null && !snapshot.progress[job.product as Product]?.lastSuccess,
    };
    const appType = live ? 'LIVE' : 'TEST';
    const batches = this.banks.connectorOf({ appType, institutionId }).retrieve({
      customerAppId,
      loginIdentityId,
      institutionId,
      product,
      bankSession,
      since: snapshot.historyDateLimit,
      resumeAfter: job.cursor,
      now,
    });
    const outcome = await storeBatches(fetchAhead(batches), {
      store: (batch) => this.banks.store.execute(whose, batch),
      reached: async (cursor) => !(await this.isLate(job, cursor)),
    });
    return outcome ?? 'RETRIEVAL_FAILED';
  }

  private async income(
    job: LinkJob,
    { customerAppId, loginIdentityId, progress }: LoginIdentitySnapshot,
  ): Promise<ProductOutcome | null> {
    const { online_transactions: online, historical_transactions: historical } = progress;
    if ([online, historical].every((product) => product?.status !== 'IN_PROGRESS')) {
      return this.banks.income.execute({ customerAppId, loginIdentityId });
    }
    await this.transactions.forApp(job.customerAppId, async (tx) => {
      await tx.begun;
      await this.jobs.change(tx, job, { dueAt: after(tx.now, INCOME_WAIT_MS), takeAway: true });
    });
    return null;
  }

  /**
   * Extends the lease and stores the cursor for the next process, unless the deadline has passed.
   */
  private async isLate(job: LinkJob, cursor: string): Promise<boolean> {
    const { kept, now } = await this.transactions.forApp(job.customerAppId, async (tx) => {
      const kept = await this.jobs.change(tx, job, { cursor, failures: 0 });
      return { kept, now: tx.now };
    });
    if (!kept) throw new JobLost('another process has taken the job');
    return now >= job.deadlineAt;
  }

  private async failed(
    job: LinkJob,
    { error, now }: { readonly error: unknown; readonly now: Date },
  ): Promise<void> {
    const failures = job.failures + 1;
    const isDown = error instanceof BankUnavailable;
    if (!isDown) this.banks.failed(error, job.loginIdentityId);
    if (failures >= MOST_FAILURES || now >= job.deadlineAt) {
      const outcome = isDown ? 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION' : 'RETRIEVAL_FAILED';
      return this.recordProduct.execute(job, outcome);
    }
    await this.transactions.forApp(job.customerAppId, async (tx) => {
      await tx.begun;
      await this.jobs.change(tx, job, { dueAt: after(tx.now, backOffMs(failures)), failures });
    });
  }
}
