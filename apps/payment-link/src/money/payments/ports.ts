import type { PageRange } from '@towpath/http';
import type { PaymentAttemptId, PaymentId, PaymentLinkId, PaymentUserId } from '@towpath/kernel';
import type { AppTx, Lookup, AppScope, WriteBatch } from '@towpath/persistence';
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

/** What a customer app calls a payment. */
export interface NamedPayments {
  readonly userId: PaymentUserId;
  readonly currency: string;
  /** `external_transaction_reference`. */
  readonly reference: string;
}

export abstract class PaymentRepository {
  abstract ofAttempt(scope: AppScope, attemptId: PaymentAttemptId): Lookup<Payment | null>;
  /** The payment of a link that has no outcome yet; there is at most one. */
  abstract openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Lookup<Payment | null>;
  /** Newest first. */
  abstract ofReference(tx: AppTx, named: NamedPayments): Promise<Payment[]>;
  abstract find(tx: AppTx, paymentId: PaymentId): Promise<Payment | null>;
  /** Those of the IDs that there are, in no order. */
  abstract findAll(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Payment[]>;
  /** Executed in the half-open period: a page of the IDs in their order. */
  abstract executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
    page: { readonly after: PaymentId | null; readonly limit: number },
  ): Promise<PaymentId[]>;
  abstract list(
    tx: AppTx,
    filters: PaymentFilters,
    range: PageRange,
  ): Promise<{ readonly payments: Payment[]; readonly total: number }>;
  /** Changes what is no status, and answers the payment as it is then; null when there is none. */
  abstract patch(tx: AppTx, paymentId: PaymentId, patch: PaymentPatch): Promise<Payment | null>;
  /**
   * Takes what is asked, or all that is left, out of what an executed payment has left: one
   * statement, in which no two refunds find the same money. Null when it has less left.
   * @param asked minor units
   */
  abstract reserveRefund(
    tx: AppTx,
    paymentId: PaymentId,
    asked: number | null,
  ): Promise<{ readonly payment: Payment; readonly amount: number } | null>;
  /** Gives a reserved amount back, minor units. */
  abstract releaseRefund(tx: AppTx, paymentId: PaymentId, amount: number): Promise<void>;
  /** What could be refunded if it is executed, minor units; null when there is none. */
  abstract refundable(
    tx: AppTx,
    paymentId: PaymentId,
  ): Promise<{ readonly status: PaymentState; readonly left: number } | null>;
  /** Adds a new payment, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, payment: Payment): void;
}
