import { Injectable } from '@nestjs/common';
import type { PaymentId, PayoutId } from '@towpath/kernel';
import { byValues, byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import { ledgerAccount, type Transfer, type TransferKind } from '../domain/ledger.js';
import type { LedgerAccountKey, LockedBalance, PaymentTransfer, PayoutTransfer } from '../ports.js';
import { LongTails } from './long-tails.js';

@Injectable()
export class LedgerRepository {
  constructor(private readonly tails: LongTails) {}

  /** Adds those accounts that are not open yet to the batch. */
  async open(tx: AppTx, batch: WriteBatch, keys: readonly LedgerAccountKey[]): Promise<void> {
    const names = keys.map(({ kind, accountId }) => ledgerAccount(kind, accountId));
    const open = await tx.query<{ ledger_account: string; currency: string }>(
      byKey(`SELECT ledger_account, currency FROM ledger_accounts
       WHERE customer_app_id = $1 AND ledger_account = ANY($2)`),
      [tx.customerApp.id, names],
    );
    const known = new Set(open.map((row) => `${row.ledger_account} ${row.currency}`));
    const fresh = keys.filter(
      ({ kind, accountId, currency }) =>
        !known.has(`${ledgerAccount(kind, accountId)} ${currency}`),
    );
    for (const key of fresh) this.openOne(tx, batch, key);
  }

  /** Adds an account that is known not to exist, under a lock that prevents concurrent creation. */
  openOne(tx: AppTx, batch: WriteBatch, { kind, accountId, currency }: LedgerAccountKey): void {
    batch.insert('ledger_accounts', {
      customer_app_id: tx.customerApp.id,
      ledger_account: ledgerAccount(kind, accountId),
      currency,
      kind,
      payment_account_id: accountId,
      created_at: tx.now,
    });
  }

  add(batch: WriteBatch, transfer: Transfer): void {
    batch.insert('ledger_transfers', {
      customer_app_id: transfer.customerAppId,
      ledger_transfer_id: transfer.ledgerTransferId,
      kind: transfer.kind,
      debit_account: transfer.debitAccount,
      credit_account: transfer.creditAccount,
      amount: transfer.amount,
      currency: transfer.currency,
      payment_id: transfer.paymentId,
      refund_id: transfer.refundId,
      dispute_id: transfer.dispute?.disputeId ?? null,
      dispute_sequence: transfer.dispute?.sequence ?? null,
      payout_id: transfer.payoutId ?? null,
      occurred_at: transfer.occurredAt,
    });
  }

  /** Every movement of money of the payments. */
  async ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]> {
    const rows = await tx.query<TransferRow>(
      byKey(`SELECT payment_id, refund_id, kind, amount, currency, occurred_at FROM ledger_transfers
       WHERE customer_app_id = $1 AND payment_id = ANY ($2)`),
      [tx.customerApp.id, paymentIds],
    );
    return rows.map(({ payment_id: paymentId, refund_id: refundId, occurred_at: at, ...row }) => ({
      ...row,
      paymentId,
      refundId,
      occurredAt: at,
    }));
  }

  /** Every movement of money of the payouts. */
  async ofPayouts(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<PayoutTransfer[]> {
    const rows = await tx.query<
      Omit<TransferRow, 'payment_id' | 'refund_id'> & { payout_id: PayoutId }
    >(
      byKey(`SELECT payout_id, kind, amount, currency, occurred_at FROM ledger_transfers
       WHERE customer_app_id = $1 AND payout_id = ANY ($2)`),
      [tx.customerApp.id, payoutIds],
    );
    return rows.map(({ payout_id: payoutId, occurred_at: occurredAt, ...transfer }) => ({
      ...transfer,
      payoutId,
      occurredAt,
    }));
  }

  /** Each statement sees the commits before its start, so the balance is read after the lock. */
  async lockBalance(
    tx: AppTx,
    { accountId, currency }: Pick<LedgerAccountKey, 'accountId' | 'currency'>,
  ): Promise<LockedBalance> {
    const app = tx.customerApp.id;
    const [, available, held] = await Promise.all([
      tx.query(byKey(LOCK), [`${app} ${accountId} ${currency}`]),
      this.balance(tx, { kind: 'SETTLEMENT', accountId, currency }),
      tx.query(byKey(OPENED), [app, ledgerAccount('PAYOUT', accountId), currency]),
    ]);
    return { accountId, currency, available, canHold: held.length === 1 };
  }

  /** Credits less debits, minor units: the latest checkpoint and what came after it. */
  async balance(tx: AppTx, key: LedgerAccountKey): Promise<number> {
    const { currency } = key;
    const account = ledgerAccount(key.kind, key.accountId);
    const [row] = await tx.query<{ balance: number; tail: number }>(byValues(BALANCE), [
      tx.customerApp.id,
      account,
      currency,
    ]);
    this.tails.read(tx, { ledgerAccount: account, currency, tail: row?.tail ?? 0 });
    return row?.balance ?? 0;
  }
}

interface TransferRow {
  readonly payment_id: PaymentId;
  readonly refund_id: string | null;
  readonly kind: TransferKind;
  readonly amount: number;
  readonly currency: string;
  readonly occurred_at: Date;
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('ledger ' || $1, 0))::text AS locked`;

const OPENED = `SELECT 1 AS found FROM ledger_accounts
  WHERE customer_app_id = $1 AND ledger_account = $2 AND currency = $3`;

const BALANCE = `
  WITH latest AS (
    SELECT covers_before, balance FROM ledger_checkpoints
    WHERE customer_app_id = $1 AND ledger_account = $2 AND currency = $3
    ORDER BY covers_before DESC LIMIT 1),
  start AS (
    SELECT coalesce((SELECT covers_before FROM latest), 0) AS covers_before,
           coalesce((SELECT balance FROM latest), 0) AS balance),
  tail AS (
    SELECT coalesce(sum(amount), 0) AS amount, count(*) AS count FROM ledger_transfers, start
    WHERE customer_app_id = $1 AND credit_account = $2 AND currency = $3
      AND written_by >= start.covers_before
    UNION ALL
    SELECT coalesce(-sum(amount), 0), count(*) FROM ledger_transfers, start
    WHERE customer_app_id = $1 AND debit_account = $2 AND currency = $3
      AND written_by >= start.covers_before)
  SELECT ((SELECT balance FROM start) + (SELECT sum(amount) FROM tail))::bigint AS balance,
    (SELECT sum(count) FROM tail)::bigint AS tail`;
