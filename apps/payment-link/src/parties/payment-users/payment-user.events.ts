import { definitionOf } from '@towpath/contracts';
import type { WriteBatch } from '@towpath/persistence';
import type { PaymentUser } from './payment-user.js';

export function publishUserChanges(batch: WriteBatch, { snapshot, changes }: PaymentUser): void {
  const { customerAppId } = snapshot;
  for (const { event, sequence, occurredAt } of changes) {
    const payload = {
      customer_app_id: customerAppId,
      occurred_at: occurredAt.toISOString(),
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      autopay_consent: snapshot.autopayConsent,
      // It may tell who the user is, and neither Kafka nor a webhook forgets it.
      metadata: {},
    };
    batch.publish(definitionOf(event), { payload, sequence, customerAppId });
  }
}
