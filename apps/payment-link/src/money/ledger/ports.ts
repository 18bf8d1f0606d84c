import type { PaymentAccountId, PaymentId, PayoutId } from '@towpath/kernel';
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
  readonly refundId: string | null;
  readonly kind: TransferKind;
  readonly amount: number;
  readonly currency: string;
  readonly occurredAt: Date;
}

/** One movement of a payout's money. Amount: minor units. */
export interface PayoutTransfer extends Omit<PaymentTransfer, 'paymentId' | 'refundId'> {
  readonly payoutId: PayoutId;
}

/** What a settlement account has in one currency; nobody else takes of it meanwhile. */
export interface LockedBalance {
  readonly accountId: PaymentAccountId;
  readonly currency: string;
  /** Minor units; less than 0 when disputes and returns took more than there was. */
  readonly available: number;
  /** Whether the account that payouts are held in exists. */
  readonly canHold: boolean;
}

export abstract class LedgerRepository {
  /** Adds those accounts that are not open yet to the batch. */
  abstract open(tx: AppTx, batch: WriteBatch, keys: readonly LedgerAccountKey[]): Promise<void>;
  /** Adds an account of which it is known that it is not open, and that nobody opens it now. */
  abstract openOne(tx: AppTx, batch: WriteBatch, key: LedgerAccountKey): void;
  abstract add(batch: WriteBatch, transfer: Transfer): void;
  /** Every movement of money of the payments. */
  abstract ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<PaymentTransfer[]>;
  /** Every movement of money of the payouts. */
  abstract ofPayouts(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<PayoutTransfer[]>;
  /** One taker at a time, until the transaction ends. Credits wait for nobody. */
  abstract lockBalance(
    tx: AppTx,
    account: Pick<LedgerAccountKey, 'accountId' | 'currency'>,
  ): Promise<LockedBalance>;
  /** Credits less debits, minor units: the latest checkpoint and what came after it. */
  abstract balance(tx: AppTx, key: LedgerAccountKey): Promise<number>;
}
