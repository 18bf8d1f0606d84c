import type { Attempt, HostedView } from '../api/hosted-view.js';
import { screenOfTrouble } from '../../../shared/api/api-answer.js';
import type { ScreenNeed } from '../../../shared/flow/page-flow.js';
import type { MandateInHand } from '../../../shared/session/page-sessions.js';
import type { PageState } from './page-state.js';

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

export const SCREENS = {
  loading: 'nothing',
  autopay: 'working',
  card_form: 'working',
  mandate: 'working',
  transfer: 'polling',
  challenge: 'polling',
  processing: 'polling',
  success: 'nothing',
  already_paid: 'nothing',
  failed: 'working',
  expired: 'nothing',
  cancelled: 'nothing',
  invalid_link: 'nothing',
  session_ended: 'nothing',
  no_method: 'nothing',
  used_up: 'nothing',
  connection_trouble: 'nothing',
  rate_limited: 'nothing',
} as const satisfies Readonly<Record<string, ScreenNeed>>;

export type Screen = keyof typeof SCREENS;

/** Attempt statuses in which no card was submitted yet. */
const UNSUBMITTED = new Set(['CREATED', 'AUTHORIZATION_REQUIRED']);
/** Statuses in which the issuer may still be waiting; a card that is only stored stays `CREATED`. */
const AWAITING_PAYER = new Set(['CREATED', 'AUTHORIZATION_REQUIRED', 'AUTHORIZING']);

/** The one place that decides which screen a situation gets. */
export function screenOf(situation: PageState): Screen {
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
  }
}

function screenOfOpenLink(view: HostedView, situation: PageState): Screen {
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
function isMandateInHand(attempt: Attempt | null | undefined, { mandate }: PageState): boolean {
  return attempt?.attempt_id === mandate?.attemptId && UNSUBMITTED.has(attempt?.status ?? '');
}

/** The latest attempt, or a fixed name for "the link failed and shows no attempt". */
export function attemptIdOf(view: HostedView): string {
  return view.attempt?.attempt_id ?? 'unknown';
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
