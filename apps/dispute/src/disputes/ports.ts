import type { PageRange } from '@towpath/http';
import type { DisputeId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Dispute, DisputeChange } from './domain/dispute.js';

/** What its history keeps of a change. */
export type PastChange = Pick<DisputeChange, 'from' | 'to' | 'occurredAt' | 'reason'>;

/** Empty lists and nulls: any. */
export interface DisputeFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly string[];
}

/** How a processor names a dispute. */
export interface ProcessorDispute {
  readonly integrationId: string;
  readonly processorReference: string;
}

export abstract class DisputeRepository {
  abstract find(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null>;
  abstract lock(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null>;
  abstract atProcessor(tx: AppTx, named: ProcessorDispute): Promise<Dispute | null>;
  /** Oldest first; empty for an unknown ID. */
  abstract history(tx: AppTx, disputeId: DisputeId): Promise<PastChange[]>;
  abstract list(
    tx: AppTx,
    filters: DisputeFilters,
    range: PageRange,
  ): Promise<{ readonly disputes: Dispute[]; readonly total: number }>;
  /**
   * Adds a new dispute, or what changed of a stored one, to the batch. The write fails with
   * `ConcurrentChange` when somebody else changed it since it was read.
   */
  abstract save(batch: WriteBatch, dispute: Dispute): void;
  /** Whether an answer to the dispute is on its way. Lock the dispute before. */
  abstract hasOpenAnswer(tx: AppTx, disputeId: DisputeId): Promise<boolean>;
  /** Its deadline is looked at again then. */
  abstract postponeDeadline(batch: WriteBatch, dispute: Dispute, until: Date): void;
}
