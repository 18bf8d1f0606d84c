import type { PaymentUserId } from '@towpath/kernel';
import type { BillState } from './bill.transitions.js';

/** Empty lists and nulls: any. */
export interface BillFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  /** `UNKNOWN` matches none. */
  readonly statuses: readonly (BillState | 'UNKNOWN')[];
  readonly userId: string | null;
  readonly externalUserId: string | null;
  readonly currencies: readonly string[];
}

/** A payment's reference to the bill that it pays. */
export interface BillReference extends ReferencedBill {
  readonly userId: PaymentUserId;
}

/** What a bill and its payments have in common, known before the payer is. */
export interface ReferencedBill {
  readonly externalUserId: string;
  readonly currency: string;
  readonly referenceId: string;
}
