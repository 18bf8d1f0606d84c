import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import { createPool } from '@towpath/persistence';
import type { PoolClient } from 'pg';
import { LIST, TOTAL } from '../parts/list-payments.js';
import { threadCpuMs } from '../measure/proc.js';
import type { Stage } from '../run/stage.js';
import { charge } from './charges.js';
import { HttpLoad } from './http-load.js';
import type { Logins } from './logins.js';
import { liveMandate } from './mandates.js';
import { pay, readyPayer } from './payer.js';
import type { Shop } from './shop.js';

/** A read or write that is timed on a small table and on a large one. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  /** Whether its cost may not grow: what counts all rows reads them all. */
  readonly stays: boolean;
  /** Prepares the next request; the preparation is not timed. */
  next(): Promise<() => Promise<unknown>>;
  /** CPU ms that its own connection has used so far; absent when the subject is a request. */
  cpuMs?(): number;
  /** Lines of the plan, as the service's role has it; absent when the subject is a request. */
  plan?(): Promise<string[]>;
}

export interface Subjects {
  readonly all: readonly Subject[];
  close(): Promise<void>;
}

interface Opening {
  readonly shop: Shop;
  readonly paymentId: string;
  readonly logins: Logins;
  readonly login: string;
}

const PAGE = 50;
const MARKED_PER_ROUND = 100;
const LONGEST_MS = 120_000;

export async function openSubjects(stage: Stage, opening: Opening): Promise<Subjects> {
  const urls = stage.system.layout.databases['payment-link'];
  if (!urls) throw new Error('the system has no database of payment-link');
  const limits = { size: 1, statementTimeoutMs: LONGEST_MS };
  const pools = [
    createPool({ url: urls.app, name: 'bench', limits, byIndexOnly: true }),
    createPool({ url: urls.worker, name: 'bench', limits }),
  ] as const;
  // Held until the end: a pool closes a connection that waits while rows are filled up.
  const [app, worker] = await Promise.all([pools[0].connect(), pools[1].connect()]);
  await app.query(`SELECT set_config('app.customer_app_id', $1, false)`, [
    opening.shop.merchant.customerAppId,
  ]);
  await app.query(`SET plan_cache_mode = auto`);
  await worker.query('SET enable_bitmapscan = off');
  await worker.query('SET enable_seqscan = off');
  const pids = { app: await pidOf(app), worker: await pidOf(worker) };
  const fields = new HttpLoad(stage.system.service('sandbox').url);
  const requests = await requestSubjects(stage, { ...opening, fields });
  return {
    all: [
      ...requests,
      ...statementSubjects({ connection: app, cpuMs: () => threadCpuMs(pids.app) }, opening),
      relaySubject({ connection: worker, cpuMs: () => threadCpuMs(pids.worker) }),
    ],
    close: async () => {
      app.release();
      worker.release();
      await Promise.all([...pools.map((pool) => pool.end()), fields.close()]);
    },
  };
}

/** A connection, and what it has used. */
interface Metered {
  readonly connection: PoolClient;
  readonly cpuMs: () => number;
}

async function pidOf(connection: PoolClient): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function requestSubjects(
  stage: Stage,
  { shop, paymentId, logins, login, fields }: Opening & { readonly fields: HttpLoad },
): Promise<Subject[]> {
  const { http } = stage;
  const mandate: CreatedMandateResponse = await liveMandate(stage, shop);
  const link = await shop.createLink();
  const get =
    (path: string, { token }: { readonly token: string } = shop): (() => Promise<unknown>) =>
    () =>
      http.send({ method: 'GET', path, token });
  const subject = (
    [id, name]: readonly [string, string],
    work: () => Promise<unknown>,
    stays = true,
  ): Subject => ({ id, name, stays, next: () => Promise.resolve(work) });
  return [
    subject(['payment', 'GET a payment'], get(`/payments/${paymentId}`)),
    subject(['link', 'GET a link'], get(`/payment_links/${link.payment_link_id}`)),
    subject(
      ['answer', 'GET a page of payments, with its total'],
      get(`/payments?limit=${PAGE}`),
      false,
    ),
    subject(
      ['transactions', 'GET a page of transactions'],
      get(`/transactions?limit=${PAGE}`, { token: await logins.tokenOf(login) }),
    ),
    subject(['create_link', 'create a link'], () => shop.createLink()),
    {
      id: 'card',
      name: 'pay by card',
      stays: true,
      next: async () => {
        const { url } = await shop.createLink();
        const payer = await readyPayer({ api: http, fields }, url ?? '');
        return () => pay(http, payer);
      },
    },
    subject(['charge', 'charge a mandate'], () => charge(stage, shop, mandate)),
  ];
}

/** The statements of the service; a page is timed apart from its total. */
function statementSubjects(
  { connection, cpuMs }: Metered,
  { shop, paymentId }: Opening,
): Subject[] {
  const app = shop.merchant.customerAppId;
  const of = (filters: Partial<Filters>): unknown[] => filterValues(app, filters);
  const page = (filters: Partial<Filters>, place: unknown[] = [null, null]): unknown[] => [
    ...of(filters),
    ...place,
    0,
    PAGE,
  ];
  const statement = (
    [id, name]: readonly [string, string],
    text: string,
    values: () => unknown[] | Promise<unknown[]>,
  ): Subject => ({
    id,
    name,
    stays: id !== 'total',
    next: async () => {
      const bound = await values();
      return () => connection.query(text, bound);
    },
    cpuMs,
    plan: async () => planOf(connection, { text: `${RUN} ${text}`, values: await values() }),
  });
  const middle = async (): Promise<unknown[]> => {
    const { rows } = await connection.query<{ created_at: Date; payment_id: string }>(MIDDLE, [
      app,
    ]);
    return [rows[0]?.created_at, rows[0]?.payment_id];
  };
  const payer = async (): Promise<string> => {
    const { rows } = await connection.query<{ user_id: string }>(PAYER, [app, paymentId]);
    return rows[0]?.user_id ?? '';
  };
  return [
    statement(['first', 'first page'], LIST, () => page({})),
    statement(['cursor', 'page after a cursor in the middle'], LIST, async () =>
      page({}, await middle()),
    ),
    statement(['status', 'first page of a status'], LIST, () => page({ statuses: ['FAILED'] })),
    statement(['status_cursor', 'page of a status, after a cursor'], LIST, async () =>
      page({ statuses: ['FAILED'] }, await middle()),
    ),
    statement(['user', 'first page of a payer'], LIST, async () => page({ user: await payer() })),
    statement(['days', 'first page of the last 24 hours'], LIST, () =>
      page({ from: new Date(wallDay()).toISOString().slice(0, 10) }),
    ),
    statement(['total', 'exact total of all'], TOTAL, () => of({})),
    statement(['balance', 'balance of the settlement account'], BALANCE, () => [
      app,
      `settlement:${shop.accountId}`,
      'HKD',
    ]),
  ];
}

interface Filters {
  readonly statuses: readonly string[];
  readonly user: string;
  readonly from: string;
}

function filterValues(app: string, { statuses = [], user, from }: Partial<Filters>): unknown[] {
  return [app, from ?? null, null, statuses, [], [], null, user ?? null, null, null];
}

function wallDay(): number {
  return performance.timeOrigin + performance.now();
}

/** A round that is taken back: it reads what waits, and marks as many as a busy round has. */
function relaySubject({ connection, cpuMs }: Metered): Subject {
  const round = async (): Promise<void> => {
    await connection.query('BEGIN');
    try {
      await connection.query(UNPUBLISHED);
      await connection.query(MARK);
    } finally {
      await connection.query('ROLLBACK');
    }
  };
  return {
    id: 'relay',
    name: `a round of the relay, ${MARKED_PER_ROUND} events`,
    stays: true,
    next: () => Promise.resolve(round),
    cpuMs,
    plan: async () => [
      ...(await planOf(connection, { text: `${RUN} ${UNPUBLISHED}`, values: [] })),
      ...(await planOf(connection, { text: `EXPLAIN ${MARK}`, values: [] })),
    ],
  };
}

async function planOf(
  connection: PoolClient,
  explain: { readonly text: string; readonly values: unknown[] },
): Promise<string[]> {
  const { rows } = await connection.query<{ 'QUERY PLAN': string }>(explain);
  return rows.map((row) => row['QUERY PLAN']);
}

const RUN = 'EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)';
const MIDDLE = `SELECT created_at, payment_id FROM payments WHERE customer_app_id = $1
  ORDER BY created_at, payment_id
  OFFSET (SELECT count(*) / 2 FROM payments WHERE customer_app_id = $1) LIMIT 1`;
/** One of those who came ten times. */
const PAYER = `SELECT user_id FROM payments WHERE customer_app_id = $1 AND payment_id < $2
  AND user_id LIKE '01GU%' ORDER BY payment_id DESC LIMIT 1`;
const UNPUBLISHED = `SELECT position, event_id, customer_app_id, topic, message_key, event_name,
    event_version, sequence::text AS sequence, payload::text AS payload, traceparent, request_id,
    occurred_at
  FROM outbox WHERE published_at IS NULL ORDER BY position LIMIT 500`;
const MARK = `UPDATE outbox SET published_at = clock_timestamp() WHERE position = ANY (ARRAY(
  SELECT position FROM outbox ORDER BY position DESC LIMIT ${MARKED_PER_ROUND}))`;
/** Of the service. */
const BALANCE = `
  WITH latest AS (
    SELECT covers_before, balance FROM ledger_checkpoints
    WHERE customer_app_id = $1 AND ledger_account = $2 AND currency = $3
    ORDER BY covers_before DESC LIMIT 1),
  start AS (
    SELECT coalesce((SELECT covers_before FROM latest), 0) AS covers_before,
           coalesce((SELECT balance FROM latest), 0) AS balance),
  tail AS (
    SELECT coalesce(sum(amount), 0) AS amount FROM ledger_transfers, start
    WHERE customer_app_id = $1 AND credit_account = $2 AND currency = $3
      AND written_by >= start.covers_before
    UNION ALL
    SELECT coalesce(-sum(amount), 0) FROM ledger_transfers, start
    WHERE customer_app_id = $1 AND debit_account = $2 AND currency = $3
      AND written_by >= start.covers_before)
  SELECT ((SELECT balance FROM start) + (SELECT sum(amount) FROM tail))::bigint AS balance`;
