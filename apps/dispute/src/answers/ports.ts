import type { Schedule } from '@towpath/kernel';
import type { EvidenceFile } from '../evidence/evidence-file.js';
import type { Dispute } from '../disputes/dispute.js';
import type { OpenAnswer } from '../disputes/answer.js';

/** A dispute with its answers. */
export interface AnsweredDispute {
  readonly dispute: Dispute;
  readonly open: OpenAnswer | null;
  /** Of the open answer. */
  readonly schedule: Schedule | null;
  /** All answers so far. */
  readonly count: number;
  /** Evidence of the present round, oldest first. */
  readonly files: readonly EvidenceFile[];
  /** Version of answers and evidence: see `claimTurn`. */
  readonly version: number;
}
