import {
  paymentLinkCancelled,
  paymentLinkCreated,
  paymentLinkExpired,
  paymentLinkMandateReleased,
  paymentLinkPaid,
  paymentLinkSetupSucceeded,
  type PaymentLinkEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from './payment-link.js';
import type { PaymentLinkEventName } from './payment-link.transitions.js';

const DEFINITIONS: Record<PaymentLinkEventName, PublishableEvent<PaymentLinkEventPayload>> = {
  'payment_link.created': paymentLinkCreated,
  'payment_link.paid': paymentLinkPaid,
  'payment_link.setup_succeeded': paymentLinkSetupSucceeded,
  'payment_link.cancelled': paymentLinkCancelled,
  'payment_link.expired': paymentLinkExpired,
  'payment_link.mandate_released': paymentLinkMandateReleased,
};

/** @param attempts those that the change is about: completed by it, or ended with it */
export function publishLinkChanges(
  batch: WriteBatch,
  { snapshot, changes, terms }: PaymentLink,
  attempts: readonly PaymentAttempt[],
): void {
  const { customerAppId } = snapshot;
  const succeeded = attempts.find(({ status }) => status === 'SUCCEEDED');
  const ofMandate = attempts.find(({ mandateId }) => mandateId !== null);
  for (const change of changes) {
    if (change.event === null) continue;
    const payload: PaymentLinkEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      payment_link_id: snapshot.paymentLinkId,
      unique_reference_id: terms.uniqueReferenceId,
      mode: terms.mode,
      previous_status: change.from,
      status: change.to,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      payment_id: succeeded?.snapshot.paymentId ?? undefined,
      payment_method_id: succeeded?.snapshot.paymentMethodId ?? undefined,
      mandate_id: ofMandate?.mandateId ?? undefined,
      amount: terms.amount ?? undefined,
      currency: terms.currency,
      metadata: terms.metadata ?? {},
      reason: change.reason ?? undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
