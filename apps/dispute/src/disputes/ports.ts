import type { PageRange } from '@towpath/http';
import type { DisputeId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Dispute } from './domain/dispute.js';

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
}
