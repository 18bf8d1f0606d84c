import type { RefundState } from './refund.transitions.js';

/** What a gateway's books say about a refund that was asked for. */
export const REFUND_TRUTHS = ['PENDING', 'REFUNDED', 'REFUSED'] as const;
export type RefundTruth = (typeof REFUND_TRUTHS)[number];

/**
 * What we do about it.
 * - `REST`: decided; a later word changes nothing. Reconciliation lists what then differs.
 * - `WAIT`: the gateway has not decided; tell it again later.
 * - `EXECUTE`, `FAIL`: take over the gateway's outcome.
 */
export type RefundStep = 'REST' | 'WAIT' | 'EXECUTE' | 'FAIL';

const DECIDED: Record<RefundTruth, RefundStep> = {
  PENDING: 'REST',
  REFUNDED: 'REST',
  REFUSED: 'REST',
};

/** Our state x the gateway's books: every pair has an answer. */
const STEPS: Record<RefundState, Record<RefundTruth, RefundStep>> = {
  SUBMITTED: { PENDING: 'WAIT', REFUNDED: 'EXECUTE', REFUSED: 'FAIL' },
  EXECUTED: DECIDED,
  FAILED: DECIDED,
};

export function refundStep(state: RefundState, truth: RefundTruth): RefundStep {
  return STEPS[state][truth];
}
