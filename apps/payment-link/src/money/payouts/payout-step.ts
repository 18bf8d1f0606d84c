import type { PayoutState } from './payout.transitions.js';

/** The bank's status of a payout. */
export const PAYOUT_BANK_STATUSES = ['NOT_SEEN', 'PENDING', 'EXECUTED', 'REJECTED'] as const;
export type PayoutBankStatus = (typeof PAYOUT_BANK_STATUSES)[number];

/**
 * The next step for a payout.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `SEND`: the order never arrived; send it again.
 * - `SUCCEED`, `FAIL`: adopt the bank's outcome.
 * - `CORRECT`: the money moved although we recorded a failure; our books follow it.
 */
type PayoutStep = 'REST' | 'WAIT' | 'SEND' | 'SUCCEED' | 'FAIL' | 'CORRECT';

/** Before `SUBMITTED` we sent no order, so no status of a bank refers to this payout. */
export function payoutStep(state: PayoutState, bankStatus: PayoutBankStatus): PayoutStep {
  if (state === 'SUBMITTED') return OF_SUBMITTED[bankStatus];
  return state === 'FAILED' && bankStatus === 'EXECUTED' ? 'CORRECT' : 'REST';
}

const OF_SUBMITTED: Record<PayoutBankStatus, PayoutStep> = {
  NOT_SEEN: 'SEND',
  PENDING: 'WAIT',
  EXECUTED: 'SUCCEED',
  REJECTED: 'FAIL',
};
