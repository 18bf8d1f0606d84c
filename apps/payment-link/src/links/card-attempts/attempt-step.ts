import { GATEWAY_STATUSES, type GatewayStatus } from '@towpath/kernel';
import type { PreparedStep } from '../../cards/card-gateways/prepared-step.js';
import type { AttemptState } from '../payment-attempts/payment-attempt.transitions.js';

/**
 * The next step for an attempt.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the gateway has not decided; ask again later.
 * - `SEND`: the request never arrived; send it again.
 * - `DECIDE`: authorized; the link decides between capture and void.
 * - `CAPTURE`, `VOID`, `REFUND`: call the gateway.
 * - `SUCCEED`, `FAIL`: adopt the gateway's outcome.
 * - `CORRECT`: the gateway has the money although we recorded a failure; keep it if the link still
 *   accepts it.
 * - `CLOSE_REFUND`: the gateway has returned the money.
 * - `TAKE_BACK`: the capture failed after its success: the money is gone.
 * - `ABANDON`: the gateway has an attempt that was not submitted here, as after a restore. The
 *   attempt ends, because its reference is used; then we ask the gateway again.
 */
export type AttemptStep =
  | 'REST'
  | 'WAIT'
  | 'SEND'
  | 'DECIDE'
  | 'CAPTURE'
  | 'VOID'
  | 'REFUND'
  | 'SUCCEED'
  | 'FAIL'
  | 'CORRECT'
  | 'CLOSE_REFUND'
  | 'TAKE_BACK'
  | 'ABANDON';

const everywhere = (step: AttemptStep) =>
  Object.fromEntries(GATEWAY_STATUSES.map((status) => [status, step])) as Record<
    GatewayStatus,
    AttemptStep
  >;

const DEAD: Record<GatewayStatus, AttemptStep> = {
  // The request may still be on its way: only the schedule's end proves that it never left.
  NOT_SEEN: 'WAIT',
  PENDING: 'VOID',
  ACTION_REQUIRED: 'VOID',
  AUTHORIZED: 'VOID',
  DECLINED: 'REST',
  CAPTURED: 'REFUND',
  CAPTURE_FAILED: 'REST',
  VOIDED: 'REST',
  REFUNDED: 'CLOSE_REFUND',
};

/** Our state x the gateway's books: every pair has an answer, so no call-back can surprise us. */
const STEPS: Record<AttemptState, Record<GatewayStatus, AttemptStep>> = {
  // Nothing of these was ever sent to a card gateway; whatever one claims to hold goes back.
  SELECTED: { ...everywhere('ABANDON'), NOT_SEEN: 'REST' },
  REPLACED: { ...DEAD, NOT_SEEN: 'REST' },
  CONFIRMED: { ...DEAD, NOT_SEEN: 'REST' },
  AUTHORIZING: {
    NOT_SEEN: 'SEND',
    PENDING: 'WAIT',
    ACTION_REQUIRED: 'WAIT',
    AUTHORIZED: 'DECIDE',
    DECLINED: 'FAIL',
    CAPTURED: 'DECIDE',
    CAPTURE_FAILED: 'FAIL',
    VOIDED: 'FAIL',
    REFUNDED: 'FAIL',
  },
  CAPTURING: {
    NOT_SEEN: 'WAIT',
    PENDING: 'WAIT',
    ACTION_REQUIRED: 'WAIT',
    AUTHORIZED: 'CAPTURE',
    DECLINED: 'FAIL',
    CAPTURED: 'SUCCEED',
    CAPTURE_FAILED: 'FAIL',
    VOIDED: 'FAIL',
    REFUNDED: 'FAIL',
  },
  SUCCEEDED: { ...everywhere('REST'), CAPTURE_FAILED: 'TAKE_BACK' },
  FAILED: { ...DEAD, NOT_SEEN: 'REST', CAPTURED: 'CORRECT' },
  CANCELLED: DEAD,
};

export function attemptStep(state: AttemptState, gatewayStatus: GatewayStatus): AttemptStep {
  return STEPS[state][gatewayStatus];
}

/** What the gateway prepared takes no money before it is confirmed, here and nowhere else. */
const PREPARED_STEPS: Record<AttemptState, PreparedStep> = {
  SELECTED: 'VOID',
  REPLACED: 'VOID',
  CONFIRMED: 'VOID',
  AUTHORIZING: 'CONFIRM',
  CAPTURING: 'REST',
  SUCCEEDED: 'REST',
  FAILED: 'VOID',
  CANCELLED: 'VOID',
};

export function preparedAttemptStep(state: AttemptState): PreparedStep {
  return PREPARED_STEPS[state];
}
