import type { PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentStep } from '../../money/payments/payment.js';

/** Follows the payment of a link's attempt: the link moves together with it. */
export interface AttemptFollower {
  /** Moves attempt, link and payment in the transaction that records the news. */
  advance(tx: AppTx, attemptId: PaymentAttemptId, steps: readonly PaymentStep[]): Promise<void>;
}
