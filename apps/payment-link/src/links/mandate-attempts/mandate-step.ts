import type { AttemptState } from '../payment-attempts/payment-attempt.transitions.js';

/** What mandate reports about the mandate of an attempt. */
export const REPORTED_STATES = [
  'AUTHORIZED',
  'SUCCEEDED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
  'CLOSED',
] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

/**
 * The next step for the attempt.
 * - `IGNORE`: nothing; it has its outcome, or the charge of the mandate decides.
 * - `REST`: the mandate left `AUTHORIZING`, and mandate completes it.
 * - `GO_LIVE`: charge the mandate, or store it as the method of a set-up.
 * - `FAIL`: the payer may try again.
 * - `LEAVE`: the payer left before the authorization; the attempt has no effect.
 * - `CANCEL`: the customer app cancelled it, or the payer declined.
 * - `GIVE_UP`: no link waits for the mandate, but it became active; it must end.
 */
type MandateStep = 'IGNORE' | 'REST' | 'GO_LIVE' | 'FAIL' | 'LEAVE' | 'CANCEL' | 'GIVE_UP';

const OVER: Record<ReportedState, MandateStep> = {
  AUTHORIZED: 'IGNORE',
  SUCCEEDED: 'IGNORE',
  FAILED: 'IGNORE',
  REVOKED: 'IGNORE',
  CANCELLED: 'IGNORE',
  CLOSED: 'IGNORE',
};

/** For a mandate that was not confirmed and must not become active. */
const LEFT: Record<ReportedState, MandateStep> = {
  ...OVER,
  AUTHORIZED: 'GIVE_UP',
  SUCCEEDED: 'GIVE_UP',
};

/** Attempt x report: every pair has an answer, so a late or repeated report cannot surprise us. */
const STEPS: Record<AttemptState, Record<ReportedState, MandateStep>> = {
  SELECTED: {
    AUTHORIZED: 'GIVE_UP',
    SUCCEEDED: 'GIVE_UP',
    FAILED: 'FAIL',
    REVOKED: 'CANCEL',
    CANCELLED: 'CANCEL',
    CLOSED: 'LEAVE',
  },
  CONFIRMED: {
    AUTHORIZED: 'REST',
    SUCCEEDED: 'GO_LIVE',
    FAILED: 'FAIL',
    REVOKED: 'FAIL',
    CANCELLED: 'FAIL',
    CLOSED: 'FAIL',
  },
  // only a card is ever there
  AUTHORIZING: OVER,
  // from here on the charge decides, and the mandate stays as it is
  CAPTURING: OVER,
  SUCCEEDED: OVER,
  FAILED: OVER,
  CANCELLED: LEFT,
  REPLACED: LEFT,
};

export function mandateStep(state: AttemptState, reported: ReportedState): MandateStep {
  return STEPS[state][reported];
}
