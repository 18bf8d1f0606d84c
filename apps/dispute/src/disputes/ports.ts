import type { DisputeChange } from './dispute.js';

/** A transition as the history stores it. */
export type PastChange = Pick<DisputeChange, 'from' | 'to' | 'occurredAt' | 'reason'>;

/** Empty lists and nulls: any. */
export interface DisputeFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly string[];
}

/** The processor's reference to a dispute. */
export interface ProcessorDispute {
  readonly integrationId: string;
  readonly processorReference: string;
}
