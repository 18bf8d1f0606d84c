import type { DisputeReport } from './domain/dispute-report.js';

/** What a notification tells of a dispute. */
export interface DisputeNews {
  readonly processorReference: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  readonly report: DisputeReport;
}
