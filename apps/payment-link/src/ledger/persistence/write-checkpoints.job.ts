import { Injectable } from '@nestjs/common';
import { DueJob, Transactions } from '@towpath/persistence';

const EVERY_MS = 3_600_000;
/** An account with a shorter tail is read fast enough without a checkpoint. */
const TAIL_WORTH_A_CHECKPOINT = 1_000;
/** Transfers leave the ledger after 2,557 days, but only those that a checkpoint covers. */
const OLD_TAIL = `interval '2500 days'`;

/**
 * Sums up what lies behind, so that a balance reads one row and a short tail. A checkpoint covers
 * the transfers of transactions that have all ended: the oldest one still running bounds it, so a
 * late commit can never hide behind it.
 */
@Injectable()
export class WriteCheckpoints extends DueJob {
  override readonly name = 'ledger-checkpoints';
  private nextRun = 0;

  constructor(private readonly transactions: Transactions) {
    super();
  }

  /** Nobody can see whether a checkpoint exists: it follows real time. */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: string): Promise<number> {
    if (app || performance.now() < this.nextRun) return 0;
    this.nextRun = performance.now() + EVERY_MS;
    return this.write(TAIL_WORTH_A_CHECKPOINT);
  }

  /** Writes a checkpoint for each account whose tail has at least `tail` transfers, or an old one. */
  async write(tail: number): Promise<number> {
    const rows = await this.transactions.asWorker((tx) => tx.query(WRITE, [tail, tx.systemNow]));
    return rows.length;
  }
}

const WRITE = `
  WITH horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin),
  latest AS (
    SELECT DISTINCT ON (customer_app_id, ledger_account, currency) *
    FROM ledger_checkpoints
    ORDER BY customer_app_id, ledger_account, currency, covers_before DESC),
  entries AS (
    SELECT customer_app_id, credit_account AS ledger_account, currency, amount, written_by,
           occurred_at
    FROM ledger_transfers
    UNION ALL
    SELECT customer_app_id, debit_account, currency, -amount, written_by, occurred_at
    FROM ledger_transfers),
  sums AS (
    SELECT e.customer_app_id, e.ledger_account, e.currency,
           coalesce(max(l.balance), 0) + sum(e.amount) AS balance, count(*) AS tail,
           min(e.occurred_at) AS oldest
    FROM entries e CROSS JOIN horizon h
    LEFT JOIN latest l USING (customer_app_id, ledger_account, currency)
    WHERE e.written_by < h.xmin AND e.written_by >= coalesce(l.covers_before, 0)
    GROUP BY 1, 2, 3)
  INSERT INTO ledger_checkpoints
    (customer_app_id, ledger_account, currency, covers_before, balance, created_at)
  SELECT customer_app_id, ledger_account, currency, h.xmin, balance, $2
  FROM sums CROSS JOIN horizon h
  WHERE tail >= $1 OR oldest < $2::timestamptz - ${OLD_TAIL}
  RETURNING 1 AS written`;
