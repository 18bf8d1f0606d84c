import type { Stage } from '../run/stage.js';
import { asAdmin, type Sql } from './admin.js';
import {
  type HistoryTable,
  columnsOf,
  copyStatement,
  HISTORY_TABLES,
  patternsStatement,
  type Span,
  type Template,
} from './history-tables.js';

/** A customer app of which one card payment was executed: the pattern of all others. */
export interface Pattern {
  readonly app: string;
  readonly paymentId: string;
}

const SERVICE = 'payment-link';
const EVENTS_KEPT_DAYS = 30;
const KEYS_KEPT_DAYS = 1;
/** Consumers of payment-link that note what they have taken in: bills, payouts, disputes. */
const CONSUMED_PER_PAYMENT = 3;

export interface Years {
  readonly rows: number;
  /** Days between the first and the last of them. */
  readonly days: number;
}

/** Rows as years of payments leave them, with the events that retention keeps. */
export class History {
  private made = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly templates: readonly Template[],
  ) {}

  static async of(stage: Stage, patterns: readonly Pattern[]): Promise<History> {
    const templates = await asAdmin(stage, SERVICE, (sql) =>
      Promise.all(patterns.map((pattern) => templateOf(sql, pattern))),
    );
    return new History(stage, templates);
  }

  /** Adds payments, evenly among the apps, that end where the patterns are. */
  async add({ rows, days }: Years): Promise<void> {
    const each = Math.max(1, Math.floor(rows / this.templates.length));
    await asAdmin(this.stage, SERVICE, async (sql) => {
      // What is copied was checked when it was written: foreign keys would cost more than the rows.
      await sql('SET session_replication_role = replica');
      await sql('SET synchronous_commit = off');
      await sql(`SET maintenance_work_mem = '1GB'`);
      const copies = this.templates.map((template): Copy => {
        const span = { first: this.made + 1, last: this.made + each, days };
        this.made = span.last;
        return { template, span };
      });
      for (const table of HISTORY_TABLES) {
        await fillTable(sql, { table, copies });
        this.stage.log(`(grown)   ${table.name}`);
      }
      for (const copy of copies) await addKept(sql, copy);
      await sql('SET session_replication_role = origin');
      await sql(CHECKPOINTS);
      await sql('VACUUM ANALYZE');
    });
  }

  /** Of the database, in GiB. */
  async sizeGib(): Promise<number> {
    const [size] = await asAdmin(this.stage, SERVICE, (sql) =>
      sql<{ gib: number }>('SELECT pg_database_size(current_database())::float8 / 2 ^ 30 AS gib'),
    );
    return size?.gib ?? 0;
  }

  /** Tables and indexes that take the most, largest first, in bytes. */
  async largest(): Promise<{ readonly name: string; readonly bytes: number }[]> {
    return asAdmin(this.stage, SERVICE, (sql) => sql(LARGEST));
  }
}

async function templateOf(sql: Sql, { app, paymentId }: Pattern): Promise<Template> {
  const [found] = await sql<Omit<Template, 'app'>>(
    `SELECT payment_id AS payment, payment_link_id AS link, attempt_id AS attempt,
       coalesce(payment_method_id, '') AS method, user_id AS user
     FROM payments WHERE customer_app_id = $1 AND payment_id = $2`,
    [app, paymentId],
  );
  if (!found) throw new Error('the pattern of the payments is not there');
  return { app, ...found };
}

interface Copy {
  readonly template: Template;
  readonly span: Span;
}

/** Indexes are made anew afterwards, as `REINDEX` leaves them. */
async function fillTable(
  sql: Sql,
  { table, copies }: { readonly table: HistoryTable; readonly copies: readonly Copy[] },
): Promise<void> {
  const templates = copies.map(({ template }) => template);
  const columns = await columnsOf(sql, table.name);
  await sql(patternsStatement(table, templates));
  await sql(WITHOUT_INDEXES, [table.name]);
  for (const { template, span } of copies) {
    const { first } = table.keptDays === undefined ? span : youngest(span, table.keptDays);
    await sql(copyStatement({ table, columns, template, span, from: first }));
  }
  await sql(`REINDEX TABLE ${table.name}`);
  await sql('DROP TABLE patterns');
}

/** `REINDEX` makes them ready and valid again. */
const WITHOUT_INDEXES = `
  UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = $1::regclass`;

/** What was taken in and which keys were used, as far as retention keeps it. */
async function addKept(sql: Sql, { template, span }: Copy): Promise<void> {
  const events = youngest(span, EVENTS_KEPT_DAYS);
  await sql(TAKEN_IN, [template.app, events.first, span.last, span.last, secondsBetween(span)]);
  const keys = youngest(span, KEYS_KEPT_DAYS);
  await sql(KEYS, [template.app, keys.first, span.last, span.last, secondsBetween(span)]);
}

/** Those of the last days. */
function youngest({ first, last, days }: Span, keptDays: number): Pick<Span, 'first' | 'last'> {
  const count = Math.ceil((last - first + 1) * Math.min(1, keptDays / days));
  return { first: last - count + 1, last };
}

function secondsBetween({ first, last, days }: Span): number {
  return (days * 86_400) / (last - first + 1);
}

const TAKEN_IN = `
  INSERT INTO inbox (consumer_group, event_id, customer_app_id, received_at)
  SELECT 'payment-link.' || c, '01GE' || lpad(n::text, 22, '0'), $1,
    now() - ($4::float8 - n) * $5::float8 * interval '1 second'
  FROM generate_series($2::bigint, $3::bigint) n,
    generate_series(1, ${CONSUMED_PER_PAYMENT}) c`;

const KEYS = `
  INSERT INTO idempotency_keys (customer_app_id, scope_hash, operation, status, sealed, created_at,
    completed_at)
  SELECT $1, md5('grown' || n) || md5(n::text), 'CreatePaymentLink', 'DONE',
    decode(repeat(md5(n::text), 40), 'hex'), at, at
  FROM generate_series($2::bigint, $3::bigint) n,
    LATERAL (SELECT now() - ($4::float8 - n) * $5::float8 * interval '1 second' AS at)`;

const LARGEST = `
  SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes FROM pg_class
  WHERE relkind IN ('r', 'i', 't') ORDER BY 2 DESC LIMIT 45`;

/** Checkpoints, as the job of the ledger writes them. */
const CHECKPOINTS = `
  INSERT INTO ledger_checkpoints
    (customer_app_id, ledger_account, currency, covers_before, balance, created_at)
  SELECT customer_app_id, ledger_account, currency,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint, sum(amount), now()
  FROM (
    SELECT customer_app_id, credit_account AS ledger_account, currency, amount
    FROM ledger_transfers
    UNION ALL
    SELECT customer_app_id, debit_account, currency, -amount FROM ledger_transfers) AS entries
  GROUP BY 1, 2, 3`;
