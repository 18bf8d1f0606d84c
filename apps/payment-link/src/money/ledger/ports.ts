import type { PaymentAccountId, PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LedgerAccountKind, Transfer, TransferKind } from './domain/ledger.js';

export interface LedgerAccountKey {
  readonly kind: LedgerAccountKind;
  readonly accountId: PaymentAccountId;
  readonly currency: string;
}

/** One movement of a payment's money. Amount: minor units. */
export interface PaymentTransfer {
  readonly paymentId: PaymentId;
  readonly kind: TransferKind;
  readonly amount: number;
  readonly currency: string;
  readonly occurredAt: Date;
}

export abstract class LedgerRepository {
  /** Adds those accounts that are not open yet to the batch. */
  abstract open(tx: AppTx, batch: WriteBatch, keys: readonly LedgerAccountKey[]): Promise<void>;
  abstract add(batch: WriteBatch, transfer: Transfer): void;
  /** Every movement of money of the payments. */
  abstract ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]>;
  /** Credits less debits, minor units: the latest checkpoint and what came after it. */
  abstract balance(tx: AppTx, key: LedgerAccountKey): Promise<number>;
}
