import type { PaymentAccountId, PaymentId, PayoutId } from '@towpath/kernel';
import type { LedgerAccountKind, TransferKind } from './domain/ledger.js';

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

/** Balance of a settlement account in one currency, locked against concurrent use. */
export interface LockedBalance {
  readonly accountId: PaymentAccountId;
  readonly currency: string;
  /** Minor units; less than 0 when disputes and returns took more than there was. */
  readonly available: number;
  /** Whether the account that payouts are held in exists. */
  readonly canHold: boolean;
}
