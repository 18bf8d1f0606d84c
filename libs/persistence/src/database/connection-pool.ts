import pg from 'pg';
import { valueTypes } from './value-types.js';

/** Limits of one pool. Times are in milliseconds. */
export interface PoolLimits {
  /** Most connections open at once. */
  readonly size: number;
  /** How long a caller waits for a free connection before it fails. */
  readonly connectTimeoutMs: number;
  /** The server ends a statement that runs longer. */
  readonly statementTimeoutMs: number;
  /** The server ends a transaction that sits idle longer: a stuck process frees its locks. */
  readonly idleInTransactionTimeoutMs: number;
}

export const DEFAULT_POOL_LIMITS: PoolLimits = {
  size: 20,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 15_000,
  idleInTransactionTimeoutMs: 20_000,
};

const ANSWER_MARGIN_MS = 5_000;
/** Tables are in memory or on solid state: a row found by an index costs hardly more than the next. */
const BY_INDEX = '-c random_page_cost=1.1';

// Left to itself, PostgreSQL takes what a writing statement gets as JSON for a hundred rows once its
// plan must fit all values, and so plans it anew for each: that costs more than to run it.
const KEPT_PLANS = `${BY_INDEX} -c enable_seqscan=off -c plan_cache_mode=force_generic_plan`;
// Each row is looked up in an index, one after the other.
const BY_KEY = `${KEPT_PLANS} -c enable_hashjoin=off -c enable_mergejoin=off`;
const PLANNER = { 'by values': BY_INDEX, 'by index': KEPT_PLANS, 'by key': BY_KEY };
/** A new connection has to prepare and plan all over again. */
const KEPT_IDLE_MS = 5 * 60_000;

export interface PoolOptions {
  readonly url: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  readonly limits?: Partial<PoolLimits>;
  /**
   * `by index`: connections plan a `byKey` statement once, and others still for their values. A plan
   * that was made for a table of one page would read the whole table, and stay while the table grows;
   * this setting forbids such plans. A table without a fitting index is still read as a whole.
   * `by key`: moreover, no join reads a table as a whole. Default: `by values`.
   */
  readonly planner?: keyof typeof PLANNER;
  /** Called with errors of idle connections; the pool replaces such a connection. */
  readonly onError?: (error: Error) => void;
}

/** A pool whose values follow `valueTypes`. It opens connections only when they are needed. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, name, limits, planner = 'by values', onError } = options;
  const limit = { ...DEFAULT_POOL_LIMITS, ...limits };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: limit.size,
    connectionTimeoutMillis: limit.connectTimeoutMs,
    statement_timeout: limit.statementTimeoutMs,
    // The server's own time-out does not help when the network swallows its answer.
    query_timeout: limit.statementTimeoutMs + ANSWER_MARGIN_MS,
    idle_in_transaction_session_timeout: limit.idleInTransactionTimeoutMs,
    keepAlive: true,
    idleTimeoutMillis: KEPT_IDLE_MS,
    options: PLANNER[planner],
    // Statements are sent when they are asked, not when the one before has been answered.
    pipeline: true,
    types: valueTypes,
  });
  // Without a listener Node ends the process when a connection breaks while it is idle.
  pool.on('error', (error) => onError?.(error));
  // No other listener gets a connection that breaks between being lent and its borrower's own one:
  // both can be in one packet when the server goes down. The borrower's next query fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
