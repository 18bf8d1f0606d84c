import type { CustomerAppId } from '@towpath/kernel';

/** What gateways and banks believe about one payment. Amounts: minor units of `currency`. */
export interface ProcessorLedgerEntry {
  /** The payment; or our reference, where it was never a payment of ours. */
  readonly paymentId: string;
  readonly gateway: string;
  readonly currency: string;
  readonly references: readonly string[];
  readonly charged: number;
  readonly refunded: number;
  /** How often money was taken; more than one means that somebody paid twice. */
  readonly captures: number;
}

/** The books of the simulated gateways and banks: theirs, not ours, so the two can be compared. */
export abstract class ProcessorLedger {
  /** Sorted by payment. Throws `SERVICE_UNAVAILABLE` when the processors do not answer. */
  abstract read(customerAppId: CustomerAppId): Promise<ProcessorLedgerEntry[]>;
}
