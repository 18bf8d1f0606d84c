import type { AttemptState } from './payment-attempt.transitions.js';
import type { PaymentLinkState } from './payment-link.transitions.js';

export type SessionStatus = 'OPEN' | 'PROCESSING' | 'COMPLETE' | 'FAILED';

const OF_ATTEMPT: Record<AttemptState, SessionStatus | null> = {
  SELECTED: null,
  REPLACED: null,
  AUTHORIZING: 'PROCESSING',
  CONFIRMED: 'PROCESSING',
  CAPTURING: 'PROCESSING',
  SUCCEEDED: 'COMPLETE',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
};

/**
 * The status that a merchant shows while the link is open; computed at each read.
 *
 * @param attempts newest first; attempts without a submission do not count
 */
export function sessionStatus(
  link: PaymentLinkState,
  attempts: readonly AttemptState[],
): SessionStatus {
  if (link === 'PAID' || link === 'SETUP_SUCCEEDED') return 'COMPLETE';
  for (const attempt of attempts) {
    const status = OF_ATTEMPT[attempt];
    if (status) return status;
  }
  return 'OPEN';
}

/** Attempt states that `sessionStatus` looks through. */
export const UNSUBMITTED_STATES = (Object.keys(OF_ATTEMPT) as AttemptState[]).filter(
  (state) => OF_ATTEMPT[state] === null,
);
