import type { Attempt, HostedView } from '../api/hosted-view.js';
import type { MandateInHand } from '../session/session-store.js';
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
