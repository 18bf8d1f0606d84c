import { DomainError, type CustomerAppId, type DisputeId, type Id } from '@towpath/kernel';
import type { Dispute } from './dispute.js';
import type { DisputeSnapshot } from './dispute.table.js';
import type { DisputeState } from './dispute.transitions.js';

/** The merchant's decisions about a dispute. */
export type AnswerKind = 'ACCEPT' | 'DEFEND';

/** `REFUSED`: the processor did not take it. */
export type AnswerOutcome = 'DONE' | 'REFUSED';

/** An answer whose outcome at the processor is not known yet. */
export interface OpenAnswer {
  readonly customerAppId: CustomerAppId;
  readonly disputeId: DisputeId;
  /** Counts the answers to a dispute, from 1. */
  readonly number: number;
  readonly kind: AnswerKind;
  /** SHA-256 in hex of the evidence; null when the dispute is accepted. */
  readonly evidenceDigest: string | null;
  /** The files that are sent. */
  readonly evidenceIds: readonly Id<'Evidence'>[];
  /** Questions after the first. */
  readonly asks: number;
  readonly followUpAt: Date;
}

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
  asked: { readonly kind: AnswerKind; readonly open: OpenAnswer | null; readonly now: Date },
): void {
  dispute.assertCan(COMMANDS[asked.kind]);
  if (isLate(dispute.snapshot, asked.now)) {
    throw invalidStatus('The deadline of the dispute has passed.');
  }
  if (asked.open) throw invalidStatus('An answer to the dispute is on its way.');
}

export function invalidStatus(explanation: string): DomainError {
  return new DomainError('INVALID_DISPUTE_STATUS', explanation);
}

/** Whether the processor has the answer, by the status that it reports. */
export function isTaken(kind: AnswerKind, status: DisputeState): boolean {
  return TAKEN[kind].includes(status);
}

function isLate({ report }: DisputeSnapshot, now: Date): boolean {
  const { defensePeriodDeadline: deadline } = report;
  return deadline !== null && now >= deadline;
}
