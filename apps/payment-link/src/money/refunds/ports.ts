import type { PageRange } from '@towpath/http';
import type { PaymentAttemptId, PaymentId, PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Lookup, Tenant } from '../../persistence/read-together.js';
import type { Refund, RefundId } from './domain/refund.js';

export abstract class RefundRepository {
  abstract find(tx: AppTx, refundId: RefundId): Promise<Refund | null>;
  abstract lock(tx: AppTx, refundId: RefundId): Promise<Refund | null>;
  /** The refund that the payout sends, locked; most payouts send none. */
  abstract lockSentBy(tx: AppTx, payoutId: PayoutId): Promise<Refund | null>;
  /** The refunds that a gateway has not decided, of what it charged under the reference; locked. */
  abstract lockOpenOf(tx: AppTx, chargeReference: string): Promise<Refund[]>;
  /** One page of the refunds of a payment, newest first, and how many it has. */
  abstract listOf(
    tx: AppTx,
    paymentId: PaymentId,
    range: PageRange,
  ): Promise<{ readonly refunds: readonly Refund[]; readonly total: number }>;
  /** The refund of money that nobody asked for; there is at most one. */
  abstract unexpectedOf(tenant: Tenant, attemptId: PaymentAttemptId): Lookup<Refund | null>;
  abstract ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Refund[]>;
  /** Payments with a refund that was executed in the half-open period. */
  abstract executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]>;
  /** Adds a new refund, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, refund: Refund): void;
}
