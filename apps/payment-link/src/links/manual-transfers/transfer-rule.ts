import type { PaymentLink } from '../payment-links/payment-link.js';
import type { PaymentAttempt } from '../payment-links/payment-attempt.js';

/** Why money of a transfer is returned. */
export type TransferCause = 'NOT_AWAITED' | 'OTHER_CURRENCY' | 'TOO_LITTLE' | 'TOO_MUCH';

/** Minor units. */
export interface TransferredSum {
  readonly amount: number;
  readonly currency: string;
}

/** The expected payment. Due: its amount with the surcharge. */
interface AwaitedPayment {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
  readonly due: TransferredSum;
}

/** The result for a transfer with a known reference. */
export interface TransferRule {
  /** Whether it pays the link. */
  readonly pays: boolean;
  /** Amount to return, minor units; 0 for nothing. */
  readonly goesBack: number;
  /** Null if nothing is returned. */
  readonly cause: TransferCause | null;
  /** Reason of the refund. */
  readonly reason: string;
}

/**
 * One transfer pays a link; several transfers are never added up. An insufficient amount is
 * returned, and so is the excess of a larger one.
 */
export function transferRule(
  { link, attempt, due }: AwaitedPayment,
  sum: TransferredSum,
  now: Date,
): TransferRule {
  const { amount, currency } = sum;
  const back = (cause: TransferCause, reason: string): TransferRule => ({
    pays: false,
    goesBack: amount,
    cause,
    reason,
  });
  if (!link.awaitsTransfer(attempt, now)) return back('NOT_AWAITED', notAwaited(link, now));
  if (currency !== due.currency) {
    return back('OTHER_CURRENCY', 'the transfer was not in the currency of the payment link');
  }
  if (amount < due.amount) {
    return back('TOO_LITTLE', 'the transfer was less than the amount of the payment link');
  }
  if (amount === due.amount) return { pays: true, goesBack: 0, cause: null, reason: '' };
  return {
    pays: true,
    goesBack: amount - due.amount,
    cause: 'TOO_MUCH',
    reason: 'the transfer was more than the amount of the payment link',
  };
}

function notAwaited({ status, snapshot }: PaymentLink, now: Date): string {
  if (status !== 'CREATED') return `the payment link was ${status} when the transfer arrived`;
  if (now >= snapshot.expiresAt) return 'the payment link had expired when the transfer arrived';
  return 'the payer had chosen another payment method when the transfer arrived';
}
