import { Injectable } from '@nestjs/common';
import { embeddedError, type PageQuery, type RefundOrigin } from '@towpath/contracts';
import type { ListRefundsResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { pageOf, rangeOf } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { byKey, byValues, Transactions, type AppTx } from '@towpath/persistence';
import { refunds, type RefundId, type RefundSnapshot } from './refund.table.js';

/** Refunds as the interface shows them, and as other nouns compare them. */
@Injectable()
export class RefundsReads {
  constructor(private readonly db: Transactions) {}

  get(app: CustomerAppId, rawRefundId: string): Promise<RefundResponse> {
    const refundId = parseId<RefundId>(rawRefundId);
    if (!refundId) throw refundNotFound();
    return this.db.forApp(app, (tx) => this.body(tx, refundId), { readOnly: true });
  }

  async body(tx: AppTx, refundId: RefundId): Promise<RefundResponse> {
    const refund = await refunds.find(tx, { refundId });
    if (!refund) throw refundNotFound();
    return bodyOf(refund);
  }

  find(tx: AppTx, refundId: RefundId): Promise<RefundSnapshot | null> {
    return refunds.find(tx, { refundId });
  }

  /** All refunds of the payments. */
  async ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<RefundSnapshot[]> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(r) AS row FROM refunds r
       WHERE customer_app_id = $1 AND payment_id = ANY ($2) ORDER BY created_at, refund_id`),
      [tx.customerApp.id, paymentIds],
    );
    return refunds.rows(found);
  }

  /** Those of one payment, newest first. */
  async listOf(tx: AppTx, paymentId: PaymentId, query: PageQuery): Promise<ListRefundsResponse> {
    const { offset, limit, after } = rangeOf(query);
    const params = [tx.customerApp.id, paymentId];
    const [found, [count]] = await Promise.all([
      tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(r) AS row FROM refunds r
         WHERE customer_app_id = $1 AND payment_id = $2
           AND ($3::timestamptz IS NULL OR (created_at, refund_id) < ($3, $4))
         ORDER BY created_at DESC, refund_id DESC OFFSET $5 LIMIT $6`),
        [...params, after?.createdAt ?? null, after?.id ?? null, offset, limit],
      ),
      tx.query<{ total: number }>(
        byValues(
          `SELECT count(*) AS total FROM refunds WHERE customer_app_id = $1 AND payment_id = $2`,
        ),
        params,
      ),
    ]);
    const rows = refunds.rows(found);
    const ids = rows.map(({ refundId: id, createdAt: created_at }) => ({ id, created_at }));
    const { total, next_cursor } = pageOf(ids, count?.total ?? 0, query);
    return { refunds: rows.map(bodyOf), total_refunds: total, next_cursor };
  }

  /** Payments with a refund that was executed or reversed in the half-open period. */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT DISTINCT payment_id FROM refunds
       WHERE customer_app_id = $1 AND status IN ('EXECUTED', 'REVERSED') AND updated_at >= $2 AND updated_at < $3`),
      [tx.customerApp.id, from, to],
    );
    return rows.map((row) => row.payment_id);
  }
}

function refundNotFound(): DomainError {
  return new DomainError('REFUND_NOT_FOUND', 'No refund has this ID.');
}

function originOf({ kind, facts }: RefundSnapshot): RefundOrigin {
  if (kind !== 'REQUESTED') return 'SYSTEM';
  return facts.byOperator ? 'OPERATOR' : 'CUSTOMER_APP';
}

function bodyOf(refund: RefundSnapshot): RefundResponse {
  const { failure } = refund;
  return {
    refund_id: refund.refundId,
    payment_id: refund.paymentId,
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    origin: originOf(refund),
    reason: refund.reason,
    payout_id: refund.payoutId ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}
