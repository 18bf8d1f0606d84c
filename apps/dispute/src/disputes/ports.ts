import type { DisputeChange } from './dispute.js';

/** A transition as the history stores it. */
export type PastChange = Pick<DisputeChange, 'from' | 'to' | 'occurredAt' | 'reason'>;

/** The processor's reference to a dispute. */
export interface ProcessorDispute {
  readonly integrationId: string;
  readonly processorReference: string;
}
