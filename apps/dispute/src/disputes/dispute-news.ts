import type { DisputeReport } from './dispute-report.js';

/** The content of a notification about a dispute. */
export interface DisputeNews {
  readonly processorReference: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  readonly report: DisputeReport;
}
