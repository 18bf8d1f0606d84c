import {
  embeddedError,
  refundExecuted,
  refundFailed,
  refundStatusCorrected,
  refundSubmitted,
  type RefundEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Refund } from './refund.js';
import type { RefundEventName } from './refund.transitions.js';

const DEFINITIONS: Record<RefundEventName, PublishableEvent<RefundEventPayload>> = {
  'refund.submitted': refundSubmitted,
  'refund.executed': refundExecuted,
  'refund.failed': refundFailed,
  'refund.status_corrected': refundStatusCorrected,
};

export function publishRefundChanges(batch: WriteBatch, { snapshot, changes }: Refund): void {
  const { customerAppId, failure } = snapshot;
  for (const change of changes) {
    if (change.event === null) continue;
    const payload: RefundEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      refund_id: snapshot.refundId,
      payment_id: snapshot.paymentId,
      previous_status: change.from,
      status: change.to,
      amount: snapshot.amount,
      currency: snapshot.currency,
      payment_link_id: snapshot.facts.paymentLinkId ?? undefined,
      user_id: snapshot.facts.userId,
      external_user_id: snapshot.facts.externalUserId,
      metadata: snapshot.facts.metadata ?? {},
      reason: snapshot.reason,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
