import type { MandateId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Submission } from './domain/submission.js';

/** Rows are protected by the lock of their mandate: take that first. */
export abstract class SubmissionRepository {
  abstract find(tx: AppTx, mandateId: MandateId): Promise<Submission | null>;
  /** Of those that have one: whatever the bank told about them. */
  abstract findAll(
    tx: AppTx,
    mandateIds: readonly MandateId[],
  ): Promise<ReadonlyMap<MandateId, Submission>>;
  /** The mandate that a bank knows by a name. */
  abstract mandateOf(tx: AppTx, reference: string): Promise<MandateId | null>;
  abstract add(batch: WriteBatch, submission: Submission): void;
  /** Adds the changes of a stored submission to the batch. */
  abstract save(batch: WriteBatch, submission: Submission): void;
}
