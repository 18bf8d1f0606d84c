import type { System } from '@towpath/local-system';
import { createPool } from '@towpath/persistence';
import { paymentOrder, type LinkedLogin } from '@towpath/testing';
import type { PoolClient } from 'pg';
import { liveMandate } from '../load/live-mandate.js';
import { call, type Shop } from '../load/open-shop.js';
import { readyPayer } from '../load/ready-payer.js';
import { threadCpuMs } from '../measure/proc.js';
import { charge } from '../operations/charge-mandate.js';

/** A read or write that is timed on small tables and on large ones. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  /** Its cost grows with the rows, as it has to read all of them. */
  readonly grows?: boolean;
  /** Prepares the next one; the preparation is not timed. */
  next(): Promise<() => Promise<unknown>>;
  /** CPU ms that its own connection has used so far; absent when the subject is a request. */
  cpuMs?(): number;
}

const PAGE = 50;
const LONGEST_MS = 120_000;

interface Opening {
  readonly shop: Shop;
  readonly paymentId: string;
  readonly login: LinkedLogin;
}

export async function requestSubjects({ shop, paymentId, login }: Opening): Promise<Subject[]> {
  const { merchant } = shop;
  const mandate = await liveMandate(shop);
  const { payment_link_id: link } = await merchant.createPaymentLink({ body: paymentOrder() });
  const subject = (
    [id, name]: readonly [string, string],
    work: () => Promise<unknown>,
  ): Subject => ({ id, name, next: () => Promise.resolve(work) });
  const { token } = login;
  const transactions = { method: 'GET', path: `/transactions?limit=${PAGE}`, token };
  const get = (path: string) => call(merchant, { method: 'GET', path });
  const create = () =>
    call(merchant, { method: 'POST', path: '/payment_links', body: paymentOrder() });
  return [
    subject(['payment', 'GET a payment'], () => get(`/payments/${paymentId}`)),
    subject(['link', 'GET a link'], () => get(`/payment_links/${link}`)),
    {
      ...subject(['answer', 'GET a page of payments, with its total'], () =>
        get(`/payments?limit=${PAGE}`),
      ),
      grows: true,
    },
    subject(['transactions', 'GET a page of transactions'], () => merchant.api.call(transactions)),
    subject(['create', 'create a link'], create),
    { id: 'card', name: 'pay by card', next: () => readyPayer(merchant) },
    subject(['charge', 'charge a mandate'], () => charge(merchant, mandate)),
  ];
}

export interface Statements {
  readonly subjects: readonly Subject[];
  close(): Promise<void>;
}

/** Statements of payment-link on a connection as the service has it; totals apart from pages. */
export async function statementSubjects(system: System, shop: Shop): Promise<Statements> {
  const url = system.layout.databases['payment-link']?.app;
  if (!url) throw new Error('the system has no database of payment-link');
  const limits = { size: 1, statementTimeoutMs: LONGEST_MS };
  const pool = createPool({ url, name: 'bench', limits, planner: 'by index' });
  // Held until the end: a pool closes a connection that waits while rows are filled up.
  const connection = await pool.connect();
  const app = shop.merchant.customerAppId;
  await connection.query(`SELECT set_config('app.customer_app_id', $1, false)`, [app]);
  await connection.query('SET plan_cache_mode = auto');
  const close = (): Promise<void> => {
    connection.release();
    return pool.end();
  };
  return { subjects: await statementsOf(connection, shop), close };
}

async function statementsOf(connection: PoolClient, shop: Shop): Promise<Subject[]> {
  const app = shop.merchant.customerAppId;
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cpuMs = (): number => threadCpuMs(rows[0]?.pid ?? 0);
  const statement = (
    [id, name]: readonly [string, string],
    text: string,
    values: () => Promise<unknown[]> | unknown[],
  ): Subject => ({
    id,
    name,
    cpuMs,
    next: async () => {
      const bound = await values();
      return () => connection.query(text, bound);
    },
  });
  const filters = (...statuses: string[]): unknown[] => [app, statuses];
  const middle = async (): Promise<unknown[]> => {
    const { rows: found } = await connection.query<Record<string, unknown>>(MIDDLE, [app]);
    return [found[0]?.['created_at'], found[0]?.['payment_id']];
  };
  const start = [null, null];
  const account = [app, `settlement:${shop.accountId}`, 'HKD'];
  return [
    statement(['first', 'first page'], LIST, () => [...filters(), ...start]),
    statement(['cursor', 'page after a cursor in the middle'], LIST, async () => [
      ...filters(),
      ...(await middle()),
    ]),
    statement(['status', 'first page of a status'], LIST, () => [...filters('FAILED'), ...start]),
    { ...statement(['total', 'exact total of all'], TOTAL, () => filters()), grows: true },
    statement(['balance', 'balance of the settlement account'], BALANCE, () => account),
  ];
}

/** The statements of the service; filters that are not given are not in them. */
const MATCHING = `payments p WHERE customer_app_id = $1
  AND (cardinality($2::text[]) = 0 OR status = ANY ($2))`;
const LIST = `SELECT to_jsonb(p) AS row FROM (
    SELECT p.* FROM ${MATCHING}
      AND ($3::timestamptz IS NULL OR (created_at, payment_id) < ($3, $4))
    ORDER BY created_at DESC, payment_id DESC LIMIT ${PAGE}) p
  ORDER BY created_at DESC, payment_id DESC`;
const TOTAL = `SELECT count(*) AS total FROM ${MATCHING}`;
const MIDDLE = `SELECT created_at, payment_id FROM payments WHERE customer_app_id = $1
  ORDER BY created_at, payment_id
  OFFSET (SELECT count(*) / 2 FROM payments WHERE customer_app_id = $1) LIMIT 1`;
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
