import type { PaymentAccountId, PaymentAttemptId, PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { PaymentStep } from '../../money/payments/advance-payment.use-case.js';
import type { MandateCharge } from './mandate-charge.js';

export abstract class MandateChargeRepository {
  /** Nobody else changes the charge, nor its payment, until the transaction ends. */
  abstract lock(tx: AppTx, paymentId: PaymentId): Promise<MandateCharge | null>;
  /** The payer's account at the bank; null when it is not known, or there is no charge. */
  abstract chargedAccount(tx: AppTx, paymentId: PaymentId): Promise<PaymentAccountId | null>;
  /** Adds a new charge to the batch. */
  abstract add(batch: WriteBatch, charge: MandateCharge): void;
  /** Adds the changes of a locked charge to the batch. */
  abstract save(batch: WriteBatch, charge: MandateCharge): void;
  /** A charge that its mandate certainly never heard of. */
  abstract forget(tx: AppTx, paymentId: PaymentId): Promise<void>;
}

/** Whoever waits for the payment of a link's attempt: the link, that moves together with it. */
export interface AttemptFollower {
  /** Moves attempt, link and payment in the transaction that takes in the news. */
  advance(tx: AppTx, attemptId: PaymentAttemptId, steps: readonly PaymentStep[]): Promise<void>;
}
