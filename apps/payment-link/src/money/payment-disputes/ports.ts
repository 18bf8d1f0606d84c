import type { DisputeId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { DisputeHold } from './domain/dispute-hold.js';
import type { ContestedPayment } from './domain/dispute-limits.js';

/** A payment as far as a dispute can take its money. */
export interface DisputedMoney extends ContestedPayment {
  readonly recipientAccountId: PaymentAccountId;
  /** This dispute, when it is known. */
  readonly hold: DisputeHold | null;
}

export abstract class PaymentDisputeRepository {
  /** With the payment locked; null when there is none that was executed. */
  abstract lock(
    tx: AppTx,
    key: { readonly paymentId: PaymentId; readonly disputeId: DisputeId },
  ): Promise<DisputedMoney | null>;
  /**
   * Adds the moves of a dispute and what all disputes of the payment hold or have taken, which no
   * refund may give back. @param takenElsewhere minor units of the payment's other disputes
   */
  abstract save(batch: WriteBatch, hold: DisputeHold, takenElsewhere: number): void;
  /** The latest dispute of each payment that has one. */
  abstract latestOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, DisputeId>>;
}
