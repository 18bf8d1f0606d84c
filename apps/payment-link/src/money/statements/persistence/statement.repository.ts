import { Injectable } from '@nestjs/common';
import { byValues, type AppTx } from '@towpath/persistence';
import type { BookedPage, BookedTransfer, StatementScope, StatementView } from '../ports.js';

/** Signed amounts: positive if they raise the balance of a settlement account. */
const SIGNED = `CASE WHEN t.credit_account LIKE 'settlement:%' THEN t.amount ELSE 0 END
  - CASE WHEN t.debit_account LIKE 'settlement:%' THEN t.amount ELSE 0 END`;

/** The first instant of the first day, and the one after the last day. */
const FROM = `$3::date::timestamp AT TIME ZONE 'UTC'`;
const AFTER = `($4::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/**
 * Today's balance from checkpoint and later transfers, without transfers since. Transfers may leave
 * the ledger after seven years, and checkpoints contain their sum.
 */
const OPEN = byValues(`
  WITH accounts AS (
    SELECT a.ledger_account, a.currency FROM ledger_accounts a
    WHERE a.customer_app_id = $1 AND a.kind = 'SETTLEMENT'
      AND (cardinality($2::text[]) = 0 OR a.currency = ANY ($2))),
  today AS (
    SELECT a.currency, sum(coalesce(latest.balance, 0)
        + coalesce(credits.amount, 0) - coalesce(debits.amount, 0))::bigint AS balance
    FROM accounts a
    LEFT JOIN LATERAL (
      SELECT c.balance, c.covers_before FROM ledger_checkpoints c
      WHERE c.customer_app_id = $1 AND c.ledger_account = a.ledger_account
        AND c.currency = a.currency
      ORDER BY c.covers_before DESC LIMIT 1) latest ON true
    CROSS JOIN LATERAL (
      SELECT sum(t.amount) AS amount FROM ledger_transfers t
      WHERE t.customer_app_id = $1 AND t.credit_account = a.ledger_account
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)) credits
    CROSS JOIN LATERAL (
      SELECT sum(t.amount) AS amount FROM ledger_transfers t
      WHERE t.customer_app_id = $1 AND t.debit_account = a.ledger_account
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)) debits
    GROUP BY a.currency)
  SELECT today.currency, pg_current_snapshot()::text AS snapshot,
    (today.balance - coalesce(since.from_start, 0))::bigint AS opening,
    (today.balance - coalesce(since.from_end, 0))::bigint AS closing
  FROM today
  CROSS JOIN LATERAL (
    SELECT sum(${SIGNED}) AS from_start,
      sum(${SIGNED}) FILTER (WHERE t.occurred_at >= ${AFTER}) AS from_end
    FROM ledger_transfers t
    WHERE t.customer_app_id = $1 AND t.currency = today.currency
      AND t.occurred_at >= coalesce(${FROM}, '-infinity')) since
  ORDER BY today.currency`);

/** A transaction that was running when the statement began stays out of all of its pages. */
const PAGE = byValues(`
  SELECT t.ledger_transfer_id, t.kind, t.occurred_at, t.payment_id, t.refund_id, t.dispute_id,
    t.payout_id,
    (${SIGNED})::bigint AS amount,
    split_part(CASE WHEN t.credit_account LIKE 'settlement:%' THEN t.credit_account
      ELSE t.debit_account END, ':', 2) AS account_id
  FROM ledger_transfers t
  WHERE t.customer_app_id = $1 AND t.currency = $2
    AND (t.credit_account LIKE 'settlement:%' OR t.debit_account LIKE 'settlement:%')
    AND t.occurred_at >= coalesce($5, ${FROM}, '-infinity')
    AND t.occurred_at < coalesce(${AFTER}, 'infinity')
    AND (t.occurred_at, t.ledger_transfer_id) > (coalesce($5, '-infinity'), $6)
    AND pg_visible_in_snapshot(t.written_by::text::xid8, $7::pg_snapshot)
  ORDER BY t.occurred_at, t.ledger_transfer_id LIMIT $8`);

/** The planner expects few rows to pass, and would read and sort all that follow for each page. */
const IN_INDEX_ORDER = byValues(`SET LOCAL enable_sort = off`);

@Injectable()
export class StatementRepository {
  async open(tx: AppTx, { dateFrom, dateTo, currencies }: StatementScope): Promise<StatementView> {
    const rows = await tx.query<BalanceRow>(OPEN, [
      tx.customerApp.id,
      currencies,
      dateFrom,
      dateTo,
    ]);
    return { snapshot: rows[0]?.snapshot ?? '', balances: rows };
  }

  async page(tx: AppTx, page: BookedPage): Promise<BookedTransfer[]> {
    const { currency, dateFrom, dateTo, after, snapshot, limit } = page;
    await tx.query(IN_INDEX_ORDER);
    const rows = await tx.query<TransferRow>(PAGE, [
      tx.customerApp.id,
      currency,
      dateFrom,
      dateTo,
      after?.occurredAt ?? null,
      after?.transferId ?? '',
      snapshot,
      limit,
    ]);
    return rows.map((row) => ({
      transferId: row.ledger_transfer_id,
      kind: row.kind,
      accountId: row.account_id,
      amount: row.amount,
      occurredAt: row.occurred_at,
      paymentId: row.payment_id,
      refundId: row.refund_id,
      disputeId: row.dispute_id,
      payoutId: row.payout_id,
    }));
  }
}

interface BalanceRow {
  readonly currency: string;
  readonly snapshot: string;
  readonly opening: number;
  readonly closing: number;
}

interface TransferRow {
  readonly ledger_transfer_id: string;
  readonly kind: BookedTransfer['kind'];
  readonly account_id: string;
  readonly amount: number;
  readonly occurred_at: Date;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  readonly dispute_id: string | null;
  readonly payout_id: string | null;
}
