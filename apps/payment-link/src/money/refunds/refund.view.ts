import { embeddedError } from '@towpath/contracts';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import type { Refund } from './domain/refund.js';

/** The public form of a refund. */
export function refundBody({ snapshot }: Refund): RefundResponse {
  const { failure } = snapshot;
  return {
    refund_id: snapshot.refundId,
    payment_id: snapshot.paymentId,
    amount: snapshot.amount,
    currency: snapshot.currency,
    status: snapshot.status,
    origin: snapshot.kind === 'REQUESTED' ? 'CUSTOMER_APP' : 'SYSTEM',
    reason: snapshot.reason,
    payout_id: snapshot.payoutId ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}
