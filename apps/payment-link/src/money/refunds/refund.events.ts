import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { Refund } from './refund.js';

export function publishRefundChanges(batch: WriteBatch, { snapshot, changes }: Refund): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, () => ({
    refund_id: snapshot.refundId,
    payment_id: snapshot.paymentId,
    amount: snapshot.amount,
    currency: snapshot.currency,
    payment_link_id: snapshot.facts.paymentLinkId ?? undefined,
    user_id: snapshot.facts.userId,
    external_user_id: snapshot.facts.externalUserId,
    metadata: snapshot.facts.metadata ?? {},
    reason: snapshot.reason,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
  }));
}
