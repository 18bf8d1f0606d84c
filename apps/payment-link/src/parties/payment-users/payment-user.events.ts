import {
  autopayConsentGranted,
  autopayConsentRevoked,
  paymentUserCreated,
  paymentUserErased,
  paymentUserUpdated,
  type PaymentUserEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { PaymentUser, PaymentUserEventName } from './payment-user.js';

const DEFINITIONS: Record<PaymentUserEventName, PublishableEvent<PaymentUserEventPayload>> = {
  'payment_user.created': paymentUserCreated,
  'payment_user.updated': paymentUserUpdated,
  'payment_user.erased': paymentUserErased,
  'payment_user.autopay_consent_granted': autopayConsentGranted,
  'payment_user.autopay_consent_revoked': autopayConsentRevoked,
};

export function publishUserChanges(batch: WriteBatch, { snapshot, changes }: PaymentUser): void {
  for (const { event, sequence, occurredAt } of changes) {
    const payload: PaymentUserEventPayload = {
      customer_app_id: snapshot.customerAppId,
      occurred_at: occurredAt.toISOString(),
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      autopay_consent: snapshot.autopayConsent,
      // It may tell who the user is, and neither Kafka nor a webhook forgets it.
      metadata: {},
    };
    const { customerAppId } = snapshot;
    batch.publish(DEFINITIONS[event], { payload, sequence, customerAppId });
  }
}
