import {
  embeddedError,
  paymentAuthorizationStarted,
  paymentAuthorized,
  paymentCancelled,
  paymentCreated,
  paymentExecuted,
  paymentFailed,
  paymentReturned,
  paymentRevoked,
  paymentStatusCorrected,
  paymentSubmitted,
  type PaymentEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Payment } from './payment.js';
import type { PaymentEventName } from './payment.transitions.js';

const DEFINITIONS: Record<PaymentEventName, PublishableEvent<PaymentEventPayload>> = {
  'payment.created': paymentCreated,
  'payment.authorization_started': paymentAuthorizationStarted,
  'payment.authorized': paymentAuthorized,
  'payment.submitted': paymentSubmitted,
  'payment.executed': paymentExecuted,
  'payment.failed': paymentFailed,
  'payment.cancelled': paymentCancelled,
  'payment.revoked': paymentRevoked,
  'payment.returned': paymentReturned,
  'payment.status_corrected': paymentStatusCorrected,
};

export function publishPaymentChanges(batch: WriteBatch, { snapshot, changes }: Payment): void {
  const { customerAppId, failure } = snapshot;
  const processor = snapshot.processorDetails as { readonly processor_id?: string } | null;
  for (const change of changes) {
    if (change.event === null) continue;
    const failed = change.to === 'FAILED' && failure !== null;
    const payload: PaymentEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      payment_id: snapshot.paymentId,
      type: snapshot.type,
      previous_status: change.from,
      status: change.to,
      amount: snapshot.amount,
      currency: snapshot.currency,
      payment_method_id: snapshot.paymentMethodId ?? undefined,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      mandate_id: snapshot.mandateId ?? undefined,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      external_transaction_reference: snapshot.externalTransactionReference ?? undefined,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
      payment_processor: processor?.processor_id,
      amount_returned: snapshot.amountReturned ?? undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
