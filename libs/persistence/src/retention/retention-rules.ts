/**
 * Rows of `table` are deleted once `column` is more than `days` old, by real time. Money and
 * evidence leave through a function of the database owner's, which also knows what goes with a row
 * and what holds it back.
 */
export interface RetentionRule {
  readonly table: string;
  /** A `timestamptz` column; a row whose value is null stays. */
  readonly column: string;
  readonly days: number;
  /** Why this long, for the reader of the table. */
  readonly reason: string;
  /**
   * Name of the function that deletes them (`retentionFunction`), at most as many as it is asked
   * for; the table must be kept (`keepTable`). Without it the worker deletes them itself.
   */
  readonly through?: string;
  /** SQL over the row: others stay, whatever their age. The reason says which. */
  readonly only?: string;
}

/** How long the base tables keep their rows. A service adds the rules of its own tables. */
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
];
