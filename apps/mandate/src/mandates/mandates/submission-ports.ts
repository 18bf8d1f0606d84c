import type { MandateId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { MandateIdQuery, MandateNames } from './ports.js';
import type { Submission } from './submission.js';

/** Rows are protected by the lock of their mandate: take that first. */
export abstract class SubmissionRepository {
  abstract find(tx: AppTx, mandateId: MandateId): Promise<Submission | null>;
  /** The submissions of those mandates that have one, with the bank's report. */
  abstract findAll(
    tx: AppTx,
    mandateIds: readonly MandateId[],
  ): Promise<ReadonlyMap<MandateId, Submission>>;
  /** Like `findAll`, for named mandates, in the round trip that reads these. */
  abstract ofNamed(tx: AppTx, names: MandateNames): Promise<ReadonlyMap<MandateId, Submission>>;
  /** For the mandate that a subquery of the same statement names. */
  abstract findNamedBy(tx: AppTx, name: MandateIdQuery): Promise<Submission | null>;
  /** The mandate that a bank knows by a name. */
  abstract mandateOf(tx: AppTx, reference: string): Promise<MandateId | null>;
  abstract add(batch: WriteBatch, submission: Submission): void;
  /** Adds the changes of a stored submission to the batch. */
  abstract save(batch: WriteBatch, submission: Submission): void;
}
