import { Injectable } from '@nestjs/common';
import { byValues, DueJob, type DueCheck, Transactions } from '@towpath/persistence';
import { LedgerReads, type TailedAccount } from './ledger.reads.js';

const EVERY_MS = 3_600_000;
/** An account with a shorter tail is read fast enough without a checkpoint. */
const TAIL_WORTH_A_CHECKPOINT = 1_000;
/** Transfers leave the ledger after 2,557 days, but only those that a checkpoint covers. */
const OLD_TAIL = `interval '2500 days'`;

/**
 * Sums up what lies behind, so that a balance reads one row and a short tail. A checkpoint covers
 * the transfers of transactions that have all ended: the oldest one still running bounds it, so a
 * late commit can never hide behind it. All accounts are looked at once an hour; those whose balance
 * had much to sum up are looked at within a second or so.
 */
@Injectable()
export class WriteCheckpoints extends DueJob {
  override readonly name = 'ledger-checkpoints';

  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: LedgerReads,
  ) {
    super(EVERY_MS);
  }

  override check(): DueCheck {
    return { due: this.ledger.longTails.size > 0 || !this.isAtRest };
  }

  override async runDue(app?: string): Promise<number> {
    if (app) return 0;
    const long = [...this.ledger.longTails.values()];
    this.ledger.longTails.clear();
    if (this.isAtRest) {
      if (long.length > 0) await this.write(TAIL_WORTH_A_CHECKPOINT, long);
      return 0;
    }
    this.beginRest();
    return this.write(TAIL_WORTH_A_CHECKPOINT);
  }

  /**
   * Writes a checkpoint for each account whose tail has at least `tail` transfers, or an old one; of
   * all accounts unless some are named.
   */
  async write(tail: number, accounts?: readonly TailedAccount[]): Promise<number> {
    const rows = await this.transactions.asWorker(async (tx) => {
      await tx.begun;
      if (!accounts) return tx.query(byValues(writeFor('ledger_accounts')), [tail, tx.systemNow]);
      const columns = [
        accounts.map(({ customerAppId }) => customerAppId),
        accounts.map(({ ledgerAccount }) => ledgerAccount),
        accounts.map(({ currency }) => currency),
      ];
      return tx.query(byValues(writeFor(NAMED)), [tail, tx.systemNow, ...columns]);
    });
    return rows.length;
  }
}

/** Read by an index of its own, from the latest checkpoint on: what lies behind costs nothing. */
function sideOf(side: 'credit' | 'debit'): string {
  return `CROSS JOIN LATERAL (
      SELECT sum(t.amount) AS amount, count(*) AS count, min(t.occurred_at) AS oldest
      FROM ledger_transfers t
      WHERE t.customer_app_id = a.customer_app_id AND t.${side}_account = a.ledger_account
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)
        AND t.written_by < h.xmin) ${side}s`;
}

const NAMED = `(SELECT * FROM unnest($3::text[], $4::text[], $5::text[])
      AS named (customer_app_id, ledger_account, currency))`;

const writeFor = (accounts: string): string => `
  WITH horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin),
  tails AS (
    SELECT a.customer_app_id, a.ledger_account, a.currency,
           coalesce(latest.balance, 0) + coalesce(credits.amount, 0) - coalesce(debits.amount, 0)
             AS balance,
           credits.count + debits.count AS tail, least(credits.oldest, debits.oldest) AS oldest
    FROM ${accounts} a CROSS JOIN horizon h
    LEFT JOIN LATERAL (
      SELECT c.balance, c.covers_before FROM ledger_checkpoints c
      WHERE c.customer_app_id = a.customer_app_id AND c.ledger_account = a.ledger_account
        AND c.currency = a.currency
      ORDER BY c.covers_before DESC LIMIT 1) latest ON true
    ${sideOf('credit')}
    ${sideOf('debit')})
  INSERT INTO ledger_checkpoints
    (customer_app_id, ledger_account, currency, covers_before, balance, created_at)
  SELECT customer_app_id, ledger_account, currency, h.xmin, balance, $2
  FROM tails CROSS JOIN horizon h
  WHERE tail >= $1 OR oldest < $2::timestamptz - ${OLD_TAIL}
  RETURNING 1 AS written`;
