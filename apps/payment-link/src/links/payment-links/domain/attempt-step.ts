import type { GatewayStatus } from '@towpath/kernel';
import type { AttemptState } from './payment-attempt.transitions.js';

/**
 * What we do about it.
 * - `REST`: both sides agree for good; nothing is asked any more.
 * - `WAIT`: the gateway has not decided; ask again later.
 * - `SEND`: it never arrived; send the same request again.
 * - `DECIDE`: authorized; the link decides between capture and void.
 * - `CAPTURE`, `VOID`, `REFUND`: tell the gateway.
 * - `SUCCEED`, `FAIL`: take over the gateway's outcome.
 * - `CORRECT`: the money is there although we recorded a failure; keep it if the link still can.
 * - `CLOSE_REFUND`: the money that we sent back has arrived.
 * - `ABANDON`: the gateway knows what was not submitted here, as after a restore. The attempt ends,
 *   because its reference is spent; then the gateway is asked again.
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
  | 'ABANDON';

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
  SELECTED: {
    NOT_SEEN: 'REST',
    PENDING: 'ABANDON',
    ACTION_REQUIRED: 'ABANDON',
    AUTHORIZED: 'ABANDON',
    DECLINED: 'ABANDON',
    CAPTURED: 'ABANDON',
    CAPTURE_FAILED: 'ABANDON',
    VOIDED: 'ABANDON',
    REFUNDED: 'ABANDON',
  },
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
  SUCCEEDED: {
    NOT_SEEN: 'REST',
    PENDING: 'REST',
    ACTION_REQUIRED: 'REST',
    AUTHORIZED: 'REST',
    DECLINED: 'REST',
    CAPTURED: 'REST',
    CAPTURE_FAILED: 'REST',
    VOIDED: 'REST',
    REFUNDED: 'REST',
  },
  FAILED: { ...DEAD, NOT_SEEN: 'REST', CAPTURED: 'CORRECT' },
  CANCELLED: DEAD,
};

export function attemptStep(state: AttemptState, gatewayStatus: GatewayStatus): AttemptStep {
  return STEPS[state][gatewayStatus];
}
