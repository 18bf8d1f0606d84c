import type { CustomerAppId } from '@towpath/kernel';

/** The books of gateways and banks about one payment. Amounts: minor units of `currency`. */
export interface ProcessorLedgerEntry {
  /** The payment; or our reference, if it was never a payment here. */
  readonly paymentId: string;
  readonly gateway: string;
  readonly currency: string;
  readonly references: readonly string[];
  readonly charged: number;
  readonly refunded: number;
  /** Number of captures; more than one means that the payer paid twice. */
  readonly captures: number;
}

/** The books of the simulated gateways and banks: theirs, not ours, so the two can be compared. */
export abstract class ProcessorLedger {
  /** Sorted by payment. Throws `SERVICE_UNAVAILABLE` when the processors do not answer. */
  abstract read(customerAppId: CustomerAppId): Promise<ProcessorLedgerEntry[]>;
}
