import { DomainError } from '@towpath/kernel';
import type { Dispute } from '../disputes/dispute.js';
import type { DisputeState } from '../disputes/dispute.transitions.js';
import type { Answer, AnswerKind } from './answer.table.js';

const COMMANDS = { ACCEPT: 'accept', DEFEND: 'defend' } as const;
/** The statuses of a dispute after its processor accepted the answer. */
const TAKEN: Readonly<Record<AnswerKind, readonly DisputeState[]>> = {
  ACCEPT: ['ACCEPTED'],
  DEFEND: ['PROCESSING', 'WON', 'LOST'],
};

/** A defence can be sent once in a round, so never without evidence. */
export function assertHasEvidence(kind: AnswerKind, files: readonly unknown[]): void {
  if (kind === 'ACCEPT' || files.length > 0) return;
  throw invalidStatus('The dispute has no evidence yet: add some before you submit.');
}

/** Throws `INVALID_DISPUTE_STATUS` when the dispute takes no answer, or not any more. */
export function assertAnswerable(
  dispute: Dispute,
  wanted: { readonly kind: AnswerKind; readonly open: Answer | null; readonly now: Date },
): void {
  dispute.assertCan(COMMANDS[wanted.kind]);
  const { defensePeriodDeadline: deadline } = dispute.snapshot.report;
  if (deadline !== null && wanted.now >= deadline) {
    throw invalidStatus('The deadline of the dispute has passed.');
  }
  if (wanted.open) throw invalidStatus('An answer to the dispute is on its way.');
}

export function invalidStatus(explanation: string): DomainError {
  return new DomainError('INVALID_DISPUTE_STATUS', explanation);
}

/** Whether the processor has the answer, by the status that it reports. */
export function isTaken(kind: AnswerKind, status: DisputeState): boolean {
  return TAKEN[kind].includes(status);
}
