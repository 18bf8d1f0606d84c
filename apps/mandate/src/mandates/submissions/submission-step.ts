import type { MandateBankStatus } from '@towpath/kernel';

/** States of a mandate that involve a bank. */
export const SUBMISSION_STATES = ['PROCESSING', 'SUBMITTED', 'SUCCEEDED', 'ENDED'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/**
 * The next step for a submission.
 * - `REST`: both sides agree permanently; no more questions.
 * - `KEEP`: both sides agree now; check again later.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `SEND`: the request never arrived; send it again.
 * - `SUCCEED`, `FAIL`, `REVOKE`: adopt the bank's decision.
 * - `CATCH_UP`: the bank accepted the mandate and it has ended since, without our knowledge.
 * - `CANCEL`: it must not be active; cancel it at the bank.
 */
type SubmissionStep =
  'REST' | 'KEEP' | 'WAIT' | 'SEND' | 'SUCCEED' | 'FAIL' | 'REVOKE' | 'CATCH_UP' | 'CANCEL';

/** Our state x the bank's books: every pair has an answer, so no call-back can surprise us. */
const STEPS: Record<SubmissionState, Record<MandateBankStatus, SubmissionStep>> = {
  // Not sent yet: whatever a bank says about it cannot be about this mandate.
  PROCESSING: {
    NOT_SEEN: 'SEND',
    ACTION_REQUIRED: 'SEND',
    PENDING: 'SEND',
    ACTIVE: 'SEND',
    REJECTED: 'SEND',
    REVOKED: 'SEND',
    CANCELLED: 'SEND',
  },
  SUBMITTED: {
    NOT_SEEN: 'SEND',
    ACTION_REQUIRED: 'WAIT',
    PENDING: 'WAIT',
    ACTIVE: 'SUCCEED',
    REJECTED: 'FAIL',
    REVOKED: 'CATCH_UP',
    CANCELLED: 'FAIL',
  },
  // Older answers than the acceptance cannot come from asking; a bank that lost it may find it.
  SUCCEEDED: {
    NOT_SEEN: 'KEEP',
    ACTION_REQUIRED: 'KEEP',
    PENDING: 'KEEP',
    ACTIVE: 'KEEP',
    REJECTED: 'REVOKE',
    REVOKED: 'REVOKE',
    CANCELLED: 'REVOKE',
  },
  ENDED: {
    NOT_SEEN: 'REST',
    ACTION_REQUIRED: 'CANCEL',
    PENDING: 'CANCEL',
    ACTIVE: 'CANCEL',
    REJECTED: 'REST',
    REVOKED: 'REST',
    CANCELLED: 'REST',
  },
};

/** @param recalled whether it must not become active, although its state does not show this */
export function submissionStep(
  state: SubmissionState,
  { bankStatus, recalled }: { readonly bankStatus: MandateBankStatus; readonly recalled: boolean },
): SubmissionStep {
  const step = STEPS[state][bankStatus];
  if (!recalled || state !== 'SUBMITTED') return step;
  if (step === 'SUCCEED' || (step === 'WAIT' && bankStatus !== 'NOT_SEEN')) return 'CANCEL';
  return step === 'CATCH_UP' ? 'FAIL' : step;
}
