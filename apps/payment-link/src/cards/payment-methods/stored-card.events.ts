import {
  embeddedError,
  paymentMethodCancelled,
  paymentMethodCreated,
  paymentMethodFailed,
  paymentMethodSucceeded,
  type PaymentMethodEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { CardEventName } from './stored-card.transitions.js';
import type { StoredCard } from './stored-card.js';

const DEFINITIONS: Record<CardEventName, PublishableEvent<PaymentMethodEventPayload>> = {
  'payment_method.created': paymentMethodCreated,
  'payment_method.succeeded': paymentMethodSucceeded,
  'payment_method.failed': paymentMethodFailed,
  'payment_method.cancelled': paymentMethodCancelled,
};

export function publishCardChanges(batch: WriteBatch, { snapshot, changes }: StoredCard): void {
  const { customerAppId, failure } = snapshot;
  for (const change of changes) {
    if (change.event === null) continue;
    const failed = change.to === 'FAILED' && failure !== null;
    const payload: PaymentMethodEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      payment_method_id: snapshot.paymentMethodId,
      payment_method_type: 'CARD',
      previous_status: change.from,
      status: change.to,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
