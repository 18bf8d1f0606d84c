import type { PayoutState } from './payout.transitions.js';

/** What the bank's books say about a payout at this moment. */
export const PAYOUT_BANK_STATUSES = ['NOT_SEEN', 'PENDING', 'EXECUTED', 'REJECTED'] as const;
export type PayoutBankStatus = (typeof PAYOUT_BANK_STATUSES)[number];

/**
 * What we do about it.
 * - `REST`: both sides agree for good; nothing is asked any more.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `SEND`: it never arrived; send the same request again.
 * - `SUCCEED`, `FAIL`: take over the bank's outcome.
 * - `CORRECT`: the money moved although we recorded a failure: the books follow the money.
 */
type PayoutStep = 'REST' | 'WAIT' | 'SEND' | 'SUCCEED' | 'FAIL' | 'CORRECT';

/** Before `SUBMITTED` nothing was sent: whatever a bank says then is about nothing of ours. */
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
