import { Injectable } from '@nestjs/common';
import type { PaymentId, PayoutId } from '@towpath/kernel';
import { byKey, byValues, type AppTx } from '@towpath/persistence';
import { ledgerAccount, type LedgerAccountKey, type TransferKind } from './ledger.js';

/** One movement of a payment's money. Amount: minor units. */
export interface PaymentTransfer {
  readonly paymentId: PaymentId;
  readonly refundId: string | null;
  readonly disputeId: string | null;
  readonly kind: TransferKind;
  readonly amount: number;
  readonly currency: string;
  readonly occurredAt: Date;
}

/** One movement of a payout's money. Amount: minor units. */
export interface PayoutTransfer extends Omit<
  PaymentTransfer,
  'paymentId' | 'refundId' | 'disputeId'
> {
  readonly payoutId: PayoutId;
}

/** A ledger account in one currency, as its rows name it. */
export interface TailedAccount {
  readonly customerAppId: string;
  readonly ledgerAccount: string;
  readonly currency: string;
}

/** Read in some milliseconds; an hour of a busy account has a hundred times as many. */
const WORTH_A_CHECKPOINT = 5_000;

/** Balances, and movements of money, as the ledger has them. */
@Injectable()
export class LedgerReads {
  /** Accounts whose balance this process had to sum up from many transfers. */
  readonly longTails = new Map<string, TailedAccount>();

  /** Credits less debits, minor units: the latest checkpoint and what came after it. */
  async balance(tx: AppTx, { kind, accountId, currency }: LedgerAccountKey): Promise<number> {
    const key = [tx.customerApp.id, ledgerAccount(kind, accountId), currency] as const;
    const [row] = await tx.query<{ balance: number; tail: number }>(byValues(BALANCE), [...key]);
    if (row && row.tail >= WORTH_A_CHECKPOINT) {
      const [customerAppId, account] = key;
      this.longTails.set(key.join(' '), { customerAppId, ledgerAccount: account, currency });
    }
    return row?.balance ?? 0;
  }

  /** Every movement of money of the payments. */
  ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]> {
    return tx.query<PaymentTransfer>(
      byKey(`SELECT payment_id AS "paymentId", refund_id AS "refundId",
         dispute_id AS "disputeId", kind, amount, currency, occurred_at AS "occurredAt"
       FROM ledger_transfers WHERE customer_app_id = $1 AND payment_id = ANY ($2)`),
      [tx.customerApp.id, paymentIds],
    );
  }

  /** Every movement of money of the payouts. */
  ofPayouts(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<PayoutTransfer[]> {
    return tx.query<PayoutTransfer>(
      byKey(`SELECT payout_id AS "payoutId", kind, amount, currency, occurred_at AS "occurredAt"
       FROM ledger_transfers WHERE customer_app_id = $1 AND payout_id = ANY ($2)`),
      [tx.customerApp.id, payoutIds],
    );
  }
}

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
