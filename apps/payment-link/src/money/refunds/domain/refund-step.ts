import type { RefundState } from './refund.transitions.js';

/** What a gateway's books say about a refund that was asked for. */
export const REFUND_GATEWAY_STATUSES = ['PENDING', 'REFUNDED', 'REFUSED'] as const;
export type RefundGatewayStatus = (typeof REFUND_GATEWAY_STATUSES)[number];

/**
 * What we do about it.
 * - `REST`: decided; a later word changes nothing. Reconciliation lists what then differs.
 * - `WAIT`: the gateway has not decided; tell it again later.
 * - `EXECUTE`, `FAIL`: take over the gateway's outcome.
 */
export type RefundStep = 'REST' | 'WAIT' | 'EXECUTE' | 'FAIL';

const DECIDED: Record<RefundGatewayStatus, RefundStep> = {
  PENDING: 'REST',
  REFUNDED: 'REST',
  REFUSED: 'REST',
};

/** Our state x the gateway's books: every pair has an answer. */
const STEPS: Record<RefundState, Record<RefundGatewayStatus, RefundStep>> = {
  SUBMITTED: { PENDING: 'WAIT', REFUNDED: 'EXECUTE', REFUSED: 'FAIL' },
  EXECUTED: DECIDED,
  FAILED: DECIDED,
};

export function refundStep(state: RefundState, gatewayStatus: RefundGatewayStatus): RefundStep {
  return STEPS[state][gatewayStatus];
}
