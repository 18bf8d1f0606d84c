import type { RefundState } from './refund.transitions.js';

/** The gateway's status of a requested refund. */
export const REFUND_GATEWAY_STATUSES = ['PENDING', 'REFUNDED', 'REFUSED'] as const;
export type RefundGatewayStatus = (typeof REFUND_GATEWAY_STATUSES)[number];

/**
 * The next step for a refund.
 * - `REST`: decided; a later status changes nothing, and reconciliation lists the difference.
 * - `WAIT`: the gateway has not decided; send it again later.
 * - `EXECUTE`, `FAIL`: adopt the gateway's outcome.
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
