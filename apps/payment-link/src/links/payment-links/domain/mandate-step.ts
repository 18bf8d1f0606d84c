import type { AttemptState } from './payment-attempt.transitions.js';

/** What the service of mandates tells about the mandate of an attempt. */
export const MANDATE_NEWS = [
  'AUTHORIZED',
  'SUCCEEDED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
  'CLOSED',
] as const;
export type MandateNews = (typeof MANDATE_NEWS)[number];

/**
 * What follows for the attempt.
 * - `IGNORE`: nothing; it has its outcome, or the charge on the mandate will tell.
 * - `REST`: the mandate left `AUTHORIZING`: its service sees it through.
 * - `GO_LIVE`: charge it, or keep it as the method that was set up.
 * - `FAIL`: the payer may try again.
 * - `LEAVE`: the payer went away before authorizing it; as if nothing had been tried.
 * - `CANCEL`: the customer app took it back, or the payer declined.
 * - `GIVE_UP`: nobody waits for the mandate, and yet it went live: it must end.
 */
type MandateStep = 'IGNORE' | 'REST' | 'GO_LIVE' | 'FAIL' | 'LEAVE' | 'CANCEL' | 'GIVE_UP';

const OVER: Record<MandateNews, MandateStep> = {
  AUTHORIZED: 'IGNORE',
  SUCCEEDED: 'IGNORE',
  FAILED: 'IGNORE',
  REVOKED: 'IGNORE',
  CANCELLED: 'IGNORE',
  CLOSED: 'IGNORE',
};

/** Nobody confirmed it, so it must not live. */
const LEFT: Record<MandateNews, MandateStep> = {
  ...OVER,
  AUTHORIZED: 'GIVE_UP',
  SUCCEEDED: 'GIVE_UP',
};

/** Attempt x news: every pair has an answer, so news that come late or twice cannot surprise us. */
const STEPS: Record<AttemptState, Record<MandateNews, MandateStep>> = {
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
  // from here on the charge tells, and the mandate stays as it is
  CAPTURING: OVER,
  SUCCEEDED: OVER,
  FAILED: OVER,
  CANCELLED: LEFT,
  REPLACED: LEFT,
};

export function mandateStep(state: AttemptState, news: MandateNews): MandateStep {
  return STEPS[state][news];
}
