import type { PaymentAccountId } from '@towpath/kernel';
import type { DisputeHold } from './domain/dispute-hold.js';
import type { ContestedPayment } from './domain/dispute-limits.js';

/** The data of a payment that limits what a dispute may take. */
export interface DisputedMoney extends ContestedPayment {
  readonly recipientAccountId: PaymentAccountId;
  /** This dispute, when it is known. */
  readonly hold: DisputeHold | null;
}

/** Disputes of a payment that have less than was disputed. Minor units. */
export interface ShortDisputes {
  readonly holds: readonly DisputeHold[];
  /** What no refund, return or dispute has taken. */
  readonly free: number;
  /** Taken by all disputes of the payment. */
  readonly total: number;
}
