import { Injectable } from '@nestjs/common';
import { plusMs } from '@towpath/kernel';
import {
  PersonalDataErased,
  Transactions,
  type AppTx,
  type WriteBatch,
} from '@towpath/persistence';
import { InstitutionConnectionsService } from '../../banks/institution-connections/institution-connections.service.js';
import { BankUnavailable } from '../../banks/institution-connections/institution-connector.js';
import type {
  BankProduct,
  ProductOutcome,
} from '../../banks/institution-connections/retrieved-rows.js';
import { AccountHoldersReads } from '../../data/account-holders/account-holders.reads.js';
import {
  RetrievedDataService,
  type RetrievedFor,
} from '../../data/retrieved-data/retrieved-data.service.js';
import { LoginSecretsService } from '../../identities/credentials/login-secrets.service.js';
import type { LinkJob } from '../../identities/link-jobs/link-job.table.js';
import { backOffMs, LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import type { Product } from '../../identities/login-identities/products.js';
import { nextRefreshOf } from './next-refresh.js';
import { fetchAhead, storeBatches } from './store-batches.js';

/** Time in ms after which a missing product is given up; its stored rows stay. */
const RETRIEVAL_MS = 60 * 60_000;
/** Times in a row that nothing came of a product. */
const MAX_FAILURES = 5;
/** Time in ms between polls of an income estimate for its transactions. */
const INCOME_WAIT_MS = 5_000;
const TRANSACTIONS: readonly (string | null)[] = ['online_transactions', 'historical_transactions'];

interface PreparedRetrieval {
  readonly snapshot: LoginIdentitySnapshot;
  readonly bankSession: string;
  readonly now: Date;
}

class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Fetches products, one per job, batch by batch; after a crash behind the last stored batch. */
@Injectable()
export class RetrievalsService {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly connections: InstitutionConnectionsService,
    private readonly data: RetrievedDataService,
    private readonly holders: AccountHoldersReads,
  ) {}

  /** One job per product of the session, in the write that lets the user in; start them after it. */
  add(tx: AppTx, batch: WriteBatch, login: LoginIdentitySnapshot): readonly LinkJob[] {
    const pending = login.products.filter(
      (product) => login.progress[product]?.status === 'IN_PROGRESS',
    );
    return pending.map((product) =>
      this.jobs.add(tx, batch, { kind: 'RETRIEVAL', login, product, lifetimeMs: RETRIEVAL_MS }),
    );
  }

  start(job: LinkJob): void {
    this.jobs.start(job, (started) => this.retrieve(started));
  }

  async retrieve(job: LinkJob): Promise<void> {
    const prepared = await this.prepare(job);
    if (!prepared) return;
    if (prepared.now >= job.deadlineAt) return this.record(job, 'RETRIEVAL_FAILED');
    try {
      const isIncome = job.product === 'income_estimation';
      const outcome = isIncome
        ? await this.assessIncome(job, prepared.snapshot)
        : await this.fetch(job, prepared);
      if (outcome) await this.record(job, outcome);
    } catch (error) {
      if (error instanceof JobLost || error instanceof PersonalDataErased) return;
      await this.fail(job, { error, now: prepared.now });
    }
  }

  private prepare(job: LinkJob): Promise<PreparedRetrieval | null> {
    return this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.find(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.isMine(tx, job))) return null;
      const bankSession = await this.secrets.bankSession(tx, job);
      return { snapshot: identity.snapshot, bankSession: bankSession ?? '', now: tx.now };
    });
  }

  private async fetch(
    job: LinkJob,
    { snapshot, bankSession, now }: PreparedRetrieval,
  ): Promise<ProductOutcome> {
    const { customerAppId, loginIdentityId, institutionId, progress } = snapshot;
    const product = (job.product ?? '').toUpperCase() as BankProduct;
    const wanted = { customerAppId, loginIdentityId, product };
    const isFirst = job.cursor === null && !progress[job.product as Product]?.lastSuccess;
    const whose: RetrievedFor = { ...wanted, retrievalId: job.jobId, isFirst };
    const { historyDateLimit: since } = snapshot;
    const batches = this.connections
      .of(snapshot)
      .retrieve({ ...wanted, institutionId, bankSession, since, resumeAfter: job.cursor, now });
    const outcome = await storeBatches(fetchAhead(batches), {
      store: (batch) => this.data.store(whose, batch),
      reached: (cursor) => this.reach(job, cursor),
    });
    return outcome ?? 'RETRIEVAL_FAILED';
  }

  /** Null while the transactions are not final. */
  private async assessIncome(
    job: LinkJob,
    { progress }: LoginIdentitySnapshot,
  ): Promise<ProductOutcome | null> {
    if (!awaitsTransactions(progress)) return this.holders.assessIncome(job);
    await this.db.forApp(job.customerAppId, async (tx) => {
      await tx.begun;
      await this.jobs.change(tx, job, { dueAt: plusMs(tx.now, INCOME_WAIT_MS), takeAway: true });
    });
    return null;
  }

  /** Extends the lease and stores the cursor for the next process. False after the deadline. */
  private async reach(job: LinkJob, cursor: string): Promise<boolean> {
    const { isKept, now } = await this.db.forApp(job.customerAppId, async (tx) => {
      const isKept = await this.jobs.change(tx, job, { cursor, failures: 0 });
      return { isKept, now: tx.now };
    });
    if (!isKept) throw new JobLost('another process has taken the job');
    return now < job.deadlineAt;
  }

  private async fail(
    job: LinkJob,
    { error, now }: { readonly error: unknown; readonly now: Date },
  ): Promise<void> {
    const failures = job.failures + 1;
    const isDown = error instanceof BankUnavailable;
    if (!isDown) this.connections.failed(error, job.loginIdentityId);
    if (failures >= MAX_FAILURES || now >= job.deadlineAt) {
      const outcome = isDown ? 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION' : 'RETRIEVAL_FAILED';
      return this.record(job, outcome);
    }
    await this.db.forApp(job.customerAppId, async (tx) => {
      await tx.begun;
      await this.jobs.change(tx, job, { dueAt: plusMs(tx.now, backOffMs(failures)), failures });
    });
  }

  /** Records the outcome of a product: the transition, its event, and the job that waited for it. */
  private async record(job: LinkJob, outcome: ProductOutcome): Promise<void> {
    const next = await this.db.forApp(job.customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, job.loginIdentityId);
      if (!identity?.isIn(job) || !(await this.jobs.done(tx, job))) return null;
      identity.recordProduct({ product: job.product as Product, outcome }, tx.now);
      const { sessionStatus } = identity.snapshot;
      if (sessionStatus === 'COMPLETED') identity.planRefresh(nextRefreshOf(identity, tx.now));
      this.identities.save(tx, identity);
      return TRANSACTIONS.includes(job.product) ? this.seizeIncome(tx, identity.snapshot) : null;
    });
    if (next) this.start(next);
  }

  /** The job of the estimate, once no transactions are to come. */
  private async seizeIncome(
    tx: AppTx,
    { progress, loginIdentityId }: LoginIdentitySnapshot,
  ): Promise<LinkJob | null> {
    const isDue = progress.income_estimation?.status === 'IN_PROGRESS';
    if (!isDue || awaitsTransactions(progress)) return null;
    const open = await this.jobs.ofLogin(tx, loginIdentityId);
    const job = open.find(({ product }) => product === 'income_estimation');
    return job ? this.jobs.seize(tx, job) : null;
  }
}

function awaitsTransactions(progress: LoginIdentitySnapshot['progress']): boolean {
  return [progress.online_transactions, progress.historical_transactions].some(
    (product) => product?.status === 'IN_PROGRESS',
  );
}
