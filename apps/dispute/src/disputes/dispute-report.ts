import type { DisputeState } from './dispute.transitions.js';

/** The processor's state of a dispute at one moment; a later report contains all earlier ones. */
export interface DisputeReport {
  /** Number of changes of the dispute at its processor, from 1; it identifies a late report. */
  readonly position: number;
  /** 1 for the first chargeback, 2 for the second. */
  readonly round: number;
  readonly status: DisputeState;
  /** The last event, in the words of the interface: `CHARGEBACK`. */
  readonly eventName: string;
  /** Minor units of `currency`, which may be another than the payment's. */
  readonly amount: number;
  readonly currency: string;
  /** Minor units of the payment's currency. */
  readonly feeAmount: number;
  readonly isDefendable: boolean;
  readonly isAutoDefended: boolean;
  readonly defensePeriodDeadline: Date | null;
  readonly arn: string | null;
  readonly code: string | null;
  readonly reason: string | null;
  /** The status in the processor's own words. */
  readonly processorStatus: string;
  readonly merchantReference: string | null;
  readonly paymentReference: string | null;
  readonly cardBrand: string | null;
  readonly issuerComments: Readonly<Record<string, string>> | null;
}

/** A dispute as its processor reports it: the content of a notification. */
export interface ReportedDispute {
  readonly processorReference: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  readonly report: DisputeReport;
}
