import type { PaymentLinkId } from '@towpath/kernel';
import type { PaymentLink } from '../payment-links/payment-link.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';

/** `NO_OWNER`: an operator found no payment link for it. */
export type TransferCause =
  'NOT_AWAITED' | 'OTHER_CURRENCY' | 'TOO_LITTLE' | 'TOO_MUCH' | 'NO_OWNER';

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

export interface TransferRule {
  readonly pays: boolean;
  /** Amount to return, minor units; 0 for nothing. */
  readonly goesBack: number;
  /** Null if nothing is returned. */
  readonly cause: TransferCause | null;
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

const LENGTH = 12;
const GROUP = 4;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * The reference of a bank transfer for a link: the last 12 characters of its ID, which are random.
 * It is always the same for one link.
 */
export function transferReference(paymentLinkId: PaymentLinkId): string {
  return paymentLinkId.slice(-LENGTH);
}

/** In groups of 4, for reading and typing. */
export function groupedReference(reference: string): string {
  const groups = reference.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return groups.join(' ');
}

/**
 * All that may be a reference in the text of a bank, with anything around it and between its
 * characters. Case does not count; O, I and L count as the digits that they resemble. A reference
 * has 60 random bits, so other text is none by chance, and a slip of the pen names no other link.
 */
export function transferReferencesIn(text: string): string[] {
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
  const typed = written.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const places = Array.from({ length: Math.max(0, typed.length - LENGTH + 1) }, (_, at) => at);
  const parts = places.map((at) => typed.slice(at, at + LENGTH));
  return [...new Set(parts)].filter((part) => REFERENCE.test(part));
}
