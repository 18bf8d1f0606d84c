import type { PaymentUserId } from '@towpath/kernel';
import type { Payment, PaymentTerms } from './domain/payment.js';
import type { PaymentState } from './domain/payment.transitions.js';

/** Empty lists and nulls: any. */
export interface PaymentFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly PaymentState[];
  readonly types: readonly PaymentTerms['type'][];
  readonly currencies: readonly string[];
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS' | null;
  readonly userId: string | null;
  readonly mandateId: string | null;
  readonly institutionId: string | null;
}

/** Undefined: unchanged. */
export interface PaymentPatch {
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

/** The customer app's references to a payment. */
export interface NamedPayments {
  readonly userId: PaymentUserId;
  readonly currency: string;
  /** `external_transaction_reference`. */
  readonly reference: string;
}

/** A payment with what became of its money. */
export interface KeptPayment {
  readonly payment: Payment;
  /**
   * Minor units of its amount, without surcharge, that are neither refunded, pending refund,
   * returned nor disputed.
   */
  readonly keptAmount: number;
  /** A refund that did not fail, or a dispute that was lost. */
  readonly isGivenBack: boolean;
  /** A dispute is open. */
  readonly isDisputed: boolean;
}
