import type { GatewayStatus } from '@towpath/kernel';

/** States of a payment that was charged without the payer. */
export const CHARGE_STATES = ['PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED'] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/**
 * The next step for a charge.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the gateway has not decided; ask again later.
 * - `SEND`: the request never arrived; send it again.
 * - `PAYER_ABSENT`: the bank demands the payer, who is absent; void the authorization.
 * - `DECIDE`: authorized; decide now whether to take the money.
 * - `CAPTURE`, `VOID`: call the gateway.
 * - `TAKE`: the gateway captured without our request.
 * - `SUCCEED`, `FAIL`: adopt the gateway's outcome.
 * - `CORRECT`: the gateway has the money although we recorded a failure; our books follow it.
 */
type ChargeStep =
  | 'REST'
  | 'WAIT'
  | 'SEND'
  | 'PAYER_ABSENT'
  | 'DECIDE'
  | 'CAPTURE'
  | 'VOID'
  | 'TAKE'
  | 'SUCCEED'
  | 'FAIL'
  | 'CORRECT';

const DONE: Record<GatewayStatus, ChargeStep> = {
  NOT_SEEN: 'REST',
  PENDING: 'REST',
  ACTION_REQUIRED: 'REST',
  AUTHORIZED: 'REST',
  DECLINED: 'REST',
  CAPTURED: 'REST',
  CAPTURE_FAILED: 'REST',
  VOIDED: 'REST',
  REFUNDED: 'REST',
};

/** Our state x the gateway's books: every pair has an answer, so no call-back can surprise us. */
const STEPS: Record<ChargeState, Record<GatewayStatus, ChargeStep>> = {
  PROCESSING: {
    NOT_SEEN: 'SEND',
    PENDING: 'WAIT',
    ACTION_REQUIRED: 'PAYER_ABSENT',
    AUTHORIZED: 'DECIDE',
    DECLINED: 'FAIL',
    CAPTURED: 'TAKE',
    CAPTURE_FAILED: 'FAIL',
    VOIDED: 'FAIL',
    REFUNDED: 'FAIL',
  },
  SUBMITTED: {
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
  EXECUTED: DONE,
  FAILED: {
    ...DONE,
    PENDING: 'VOID',
    ACTION_REQUIRED: 'VOID',
    AUTHORIZED: 'VOID',
    CAPTURED: 'CORRECT',
  },
};

export function chargeStep(state: ChargeState, gatewayStatus: GatewayStatus): ChargeStep {
  return STEPS[state][gatewayStatus];
}
