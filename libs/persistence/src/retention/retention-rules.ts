/**
 * Rows of `table` are deleted when `column` is more than `days` old, by real time. For money and
 * evidence, a function of the database owner also decides which dependent rows are deleted and
 * which rows must wait.
 */
export interface RetentionRule {
  readonly table: string;
  /** A `timestamptz` column; a row whose value is null stays. */
  readonly column: string;
  readonly days: number;
  /** Why this long, for the reader of the table. */
  readonly reason: string;
  /**
   * Name of the SQL function that deletes the rows, up to a given number; the table must be kept
   * (`keep_table` of `migrations/helpers.sql`). Without it the worker deletes them.
   */
  readonly through?: string;
  /** SQL condition; rows that do not meet it stay at any age. The reason says which rows. */
  readonly only?: string;
}

/** 7 years, two of them leap years. The database refuses to delete rows about money earlier. */
export const MONEY_DAYS = 2_557;

/** Retention of the base tables. A service adds the rules of its own tables. */
export const baseRetention: readonly RetentionRule[] = [
  {
    table: 'idempotency_keys',
    column: 'created_at',
    days: 1,
    reason: 'the promise to callers: a key is remembered for 24 hours',
  },
  {
    table: 'inbox',
    column: 'received_at',
    days: 30,
    reason: 'longer than the 14 days of the topics, so that a repeated message is always known',
  },
  {
    table: 'outbox',
    column: 'published_at',
    days: 30,
    reason: 'events can be published again after a loss of the broker; unpublished ones stay',
  },
  {
    table: 'parked_messages',
    column: 'replayed_at',
    days: 30,
    reason: 'a trace of what was replayed; messages still parked stay',
  },
  {
    table: 'audit_seals',
    column: 'sealed_at',
    days: MONEY_DAYS,
    reason:
      'who saw personal data and who acted, as long as books; the sealed entries go with their seal, and the last seal stays',
    through: 'delete_old_audit_seals',
  },
];
