import { newId, type CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  createPool,
  PgTransactions,
  Transactions,
  type AppTx,
  type DueJob,
  type WorkerTx,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { ChargeConversation } from '../src/cards/charges/charge.conversation.js';
import { MandateChargeConversation } from '../src/debit/mandate-charges/mandate-charge.conversation.js';
import { migrations } from '../src/migrations/index.js';
import { AttemptConversation } from '../src/links/card-attempts/attempt.conversation.js';
import type { LinkClosingService } from '../src/links/link-attempts/link-closing.service.js';
import { ExpirePaymentLinks } from '../src/links/link-attempts/payment-link.job.js';

const WAITING = 50_000;
/** Rows of a search that finds next to nothing. */
const FEW = 20;
const DAY = 24 * 3_600_000;

const [usual, ahead, frozen] = [0, 1, 2].map((ms) => newId<CustomerAppId>(new Date(ms))) as [
  CustomerAppId,
  CustomerAppId,
  CustomerAppId,
];

/** Counts the rows that a worker's transaction reads. */
class CountedTransactions extends Transactions {
  sequential = 0;
  fetched = 0;

  constructor(private readonly inner: Transactions) {
    super();
  }

  override forApp<T>(app: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> {
    return this.inner.forApp(app, work);
  }

  override asWorker<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T> {
    return this.inner.asWorker(async (tx) => {
      const before = await readRows(tx);
      const result = await work(tx);
      const after = await readRows(tx);
      this.sequential = after.sequential - before.sequential;
      this.fetched = after.fetched - before.fetched;
      return result;
    });
  }
}

async function readRows(tx: WorkerTx): Promise<{ sequential: number; fetched: number }> {
  const [row] = await tx.query<{ sequential: number; fetched: number }>(
    byValues(`SELECT coalesce(sum(seq_tup_read), 0)::int AS sequential,
       coalesce(sum(idx_tup_fetch), 0)::int AS fetched
     FROM pg_stat_xact_user_tables WHERE relname <> 'customer_app_views'`),
  );
  return row ?? { sequential: 0, fetched: 0 };
}

let database: TestDatabase;
let admin: pg.Client;
let pool: pg.Pool;
let transactions: CountedTransactions;
let done: unknown[];
const act = {
  expire: (_app: unknown, id: unknown) => {
    done.push(id);
    return Promise.resolve(true);
  },
};

/** A conversation that asks nothing, and notes the rows that are due. */
function recorded(
  Conversation: new (transactions: Transactions, ...others: never[]) => DueJob,
  id: string,
): DueJob {
  const runOne = (row: Readonly<Record<string, unknown>>) => act.expire(null, row[id]);
  return Object.assign(new Conversation(transactions), { runOne });
}

beforeAll(async () => {
  database = await testDatabase('payment-link', migrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  pool = createPool({ url: database.urls.worker, name: 'due jobs', limits: { size: 2 } });
  transactions = new CountedTransactions(new PgTransactions({ appPool: pool, workerPool: pool }));
  await admin.query(
    `INSERT INTO customer_app_views (customer_app_id, name, app_type, status,
       credential_generation, clock_offset_ms, clock_frozen_at, sequence)
     VALUES ($1, 'usual', 'LIVE', 'ENABLED', 1, 0, NULL, 1),
       ($2, 'ahead', 'TEST', 'ENABLED', 1, $4, NULL, 1),
       ($3, 'frozen', 'TEST', 'ENABLED', 1, 0, now() - interval '1 day', 1)`,
    [usual, ahead, frozen, 2 * DAY],
  );
});
beforeEach(() => {
  done = [];
});
afterAll(async () => {
  await pool?.end();
  await admin?.end();
  await database?.drop();
});

interface Waiting {
  readonly table: string;
  readonly id: string;
  readonly due: string;
  readonly also: string;
  readonly job: () => DueJob;
}

const tables: readonly Waiting[] = [
  {
    table: 'payment_links',
    id: 'payment_link_id',
    due: 'expires_at',
    also: `, status = 'CREATED', attempt_in_flight = false`,
    job: () => new ExpirePaymentLinks(transactions, act as unknown as LinkClosingService),
  },
  {
    table: 'payment_attempts',
    id: 'attempt_id',
    due: 'follow_up_at',
    also: '',
    job: () => recorded(AttemptConversation, 'attempt_id'),
  },
  {
    table: 'charges',
    id: 'payment_id',
    due: 'follow_up_at',
    also: '',
    job: () => recorded(ChargeConversation, 'payment_id'),
  },
  {
    table: 'mandate_charges',
    id: 'payment_id',
    due: 'follow_up_at',
    also: '',
    job: () => recorded(MandateChargeConversation, 'payment_id'),
  },
];

/** Rows that consist of what the search looks at: of the rest only the size would matter. */
async function fill({ table, id, due, also }: Waiting): Promise<void> {
  await admin.query(`DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT conname FROM pg_constraint
      WHERE conrelid = '${table}'::regclass AND contype IN ('c', 'f') LOOP
      EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', each.conname);
    END LOOP;
    FOR each IN SELECT attname FROM pg_attribute
      WHERE attrelid = '${table}'::regclass AND attnum > 0 AND attnotnull
        AND attname NOT IN ('customer_app_id', '${id}') LOOP
      EXECUTE format('ALTER TABLE ${table} ALTER COLUMN %I DROP NOT NULL', each.attname);
    END LOOP;
  END $$`);
  const values = also.replace(/ \w+ = /g, ' ');
  const names = also.replace(/ = [^,]+/g, '');
  const add = (what: string, params: readonly unknown[]) =>
    admin.query(`INSERT INTO ${table} (customer_app_id, ${id}, ${due}${names}) ${what}`, [
      ...params,
    ]);
  for (const [app, rows] of [
    [usual, WAITING],
    [ahead, WAITING / 10],
  ]) {
    await add(
      `SELECT $1, 'waiting ' || n, now() + interval '3 days' + n * interval '1 second'${values}
       FROM generate_series(1, $2::int) n`,
      [app, rows],
    );
  }
  await add(
    `VALUES ($1, 'usual due', now() - interval '2 hours'${values}),
       ($2, 'ahead due', now() + interval '1 day'${values}),
       ($2, 'ahead waits', now() + interval '3 days'${values}),
       ($3, 'frozen due', now() - interval '2 days'${values}),
       ($3, 'frozen waits', now() - interval '1 hour'${values})`,
    [usual, ahead, frozen],
  );
  await admin.query(`ANALYZE ${table}`);
}

describe.each(tables)('the search for what is due in $table', (waiting) => {
  beforeAll(() => fill(waiting));

  it('follows the clock of each app, the earliest row first', async () => {
    await waiting.job().runDue();
    expect(done).toEqual(['frozen due', 'usual due', 'ahead due']);
  });

  it.each([
    ['usual', usual],
    ['ahead', ahead],
    ['frozen', frozen],
  ])('can be limited to one app: %s', async (name, app) => {
    await waiting.job().runDue(app);
    expect(done).toEqual([`${name} due`]);
    expect(transactions).toMatchObject({ sequential: 0 });
    expect(transactions.fetched).toBeLessThan(FEW);
  });

  it(`does not read the ${WAITING} rows that are not due`, async () => {
    await waiting.job().runDue();
    expect(done).toHaveLength(3);
    expect(transactions).toMatchObject({ sequential: 0 });
    expect(transactions.fetched).toBeGreaterThan(0);
    expect(transactions.fetched).toBeLessThan(FEW);
  });
});
