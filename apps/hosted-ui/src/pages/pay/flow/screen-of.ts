import { assertUnreachable } from '@towpath/kernel';
import type { Attempt, HostedView } from '../api/hosted-view.js';
import type { PageState, PayTrouble } from './page-state.js';
import type { MandateInHand } from '../session/session-store.js';

/**
 * The attempt that the payer waits for. After a lost answer, the latest attempt of the link may be
 * an older one, with another card or account.
 */
export function attemptUnderWay(
  { attempt, session_status: status }: Pick<HostedView, 'attempt' | 'session_status'>,
  { paying }: Pick<PageState, 'paying'>,
): Attempt | null {
  const isKnown = paying !== 'confirming' || status === 'PROCESSING';
  return (isKnown && attempt) || null;
}

/** A direct debit that has just started, before the link shows it. */
export function attemptByMandate(
  { attemptId }: Pick<MandateInHand, 'attemptId'>,
  surcharge_amount?: number,
): Attempt {
  return {
    attempt_id: attemptId,
    payment_method_type: 'MANDATE',
    status: 'AUTHORIZATION_REQUIRED',
    surcharge_amount,
  };
}

export const SCREENS = [
  'loading',
  'autopay',
  'card_form',
  'mandate',
  'transfer',
  'challenge',
  'processing',
  'success',
  'already_paid',
  'failed',
  'expired',
  'cancelled',
  'invalid_link',
  'session_ended',
  'no_method',
  'used_up',
  'connection_trouble',
  'rate_limited',
] as const;

export type Screen = (typeof SCREENS)[number];

/** Screens that poll the link. */
export const POLLED: ReadonlySet<Screen> = new Set(['processing', 'challenge', 'transfer']);
/** Screens that cannot go on without a session. */
export const NEEDS_SESSION: ReadonlySet<Screen> = new Set([
  ...POLLED,
  'autopay',
  'card_form',
  'mandate',
  'failed',
]);

/** Attempt statuses in which no card was submitted yet. */
const UNSUBMITTED = new Set(['CREATED', 'AUTHORIZATION_REQUIRED']);
/** Statuses in which the issuer may still be waiting; a card that is only stored stays `CREATED`. */
const AWAITING_PAYER = new Set(['CREATED', 'AUTHORIZATION_REQUIRED', 'AUTHORIZING']);

type Situation = Pick<
  PageState,
  | 'view'
  | 'trouble'
  | 'openedSettled'
  | 'paying'
  | 'retriedAttemptId'
  | 'mandate'
  | 'mandateGivenFor'
>;

/** The one place that decides which screen a situation gets. */
export function screenOf(situation: Situation): Screen {
  const { view, trouble, openedSettled } = situation;
  if (trouble) return screenOfTrouble(trouble);
  if (!view) return 'loading';
  switch (view.status) {
    case 'PAID':
    case 'SETUP_SUCCEEDED':
      return openedSettled ? 'already_paid' : 'success';
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return 'expired';
    case 'CREATED':
      return screenOfOpenLink(view, situation);
    default:
      return assertUnreachable(view.status);
  }
}

function screenOfOpenLink(view: HostedView, situation: Situation): Screen {
  const { paying, retriedAttemptId } = situation;
  if (paying === 'confirming') return 'processing';
  if (isMandateInHand(view.attempt, situation)) {
    return situation.mandateGivenFor === view.attempt?.attempt_id ? 'processing' : 'mandate';
  }
  if (view.attempt?.transfer) return 'transfer';
  if (isChallenge(view.attempt)) return 'challenge';
  switch (view.session_status) {
    case 'OPEN':
      return view.autopay_enrollment ? 'autopay' : 'card_form';
    case 'PROCESSING':
    case 'COMPLETE':
      return 'processing';
    case 'FAILED':
      return screenOfFailure(view, retriedAttemptId);
    default:
      return assertUnreachable(view.session_status);
  }
}

function screenOfFailure(view: HostedView, retriedAttemptId: string | null): Screen {
  // Offering another payment while the first may have gone through could charge twice.
  if (view.money_moved === 'UNKNOWN') return 'processing';
  if (view.attempt && UNSUBMITTED.has(view.attempt.status)) return 'card_form';
  return attemptIdOf(view) === retriedAttemptId ? 'card_form' : 'failed';
}

function isChallenge(attempt: Attempt | null | undefined): boolean {
  return Boolean(attempt?.redirect_url) && AWAITING_PAYER.has(attempt?.status ?? '');
}

/** The payer is doing the steps of a direct debit, or mandate has not notified the link yet. */
function isMandateInHand(attempt: Attempt | null | undefined, { mandate }: Situation): boolean {
  return attempt?.attempt_id === mandate?.attemptId && UNSUBMITTED.has(attempt?.status ?? '');
}

/** The latest attempt, or a fixed name for "the link failed and shows no attempt". */
export function attemptIdOf(view: HostedView): string {
  return view.attempt?.attempt_id ?? 'unknown';
}

function screenOfTrouble(trouble: PayTrouble): Screen {
  switch (trouble.kind) {
    case 'offline':
    case 'server':
      return 'connection_trouble';
    case 'invalid_link':
    case 'session_ended':
    case 'no_method':
    case 'used_up':
    case 'rate_limited':
      return trouble.kind;
    default:
      return assertUnreachable(trouble);
  }
}

/** Screens on which the price includes the surcharge of the chosen method. */
const CHOSEN: ReadonlySet<Screen> = new Set([
  'mandate',
  'transfer',
  'challenge',
  'processing',
  'success',
  'already_paid',
]);

/** Surcharge of the chosen method; 0 before a choice. Minor units. */
export function chosenSurcharge({ attempt }: HostedView, screen: Screen): number {
  return CHOSEN.has(screen) ? (attempt?.surcharge_amount ?? 0) : 0;
}

/** A view whose amount is all that the payer pays. */
export function withSurcharge(view: HostedView, surcharge: number): HostedView {
  return { ...view, amount: view.amount && view.amount + surcharge };
}
