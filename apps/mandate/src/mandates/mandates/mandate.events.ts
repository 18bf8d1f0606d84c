import {
  embeddedError,
  mandateAuthorizationInterrupted,
  mandateAuthorizationStarted,
  mandateAuthorized,
  mandateCancelled,
  mandateClosed,
  mandateCreated,
  mandateFailed,
  mandateImported,
  mandatePrepared,
  mandateRevoked,
  mandateSubmitted,
  mandateSucceeded,
  type MandateEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Mandate } from './mandate.js';
import type { MandateEventName } from './mandate.transitions.js';

const DEFINITIONS: Record<MandateEventName, PublishableEvent<MandateEventPayload>> = {
  'mandate.created': mandateCreated,
  'mandate.imported': mandateImported,
  'mandate.authorization_started': mandateAuthorizationStarted,
  'mandate.authorization_interrupted': mandateAuthorizationInterrupted,
  'mandate.authorized': mandateAuthorized,
  'mandate.prepared': mandatePrepared,
  'mandate.submitted': mandateSubmitted,
  'mandate.succeeded': mandateSucceeded,
  'mandate.failed': mandateFailed,
  'mandate.revoked': mandateRevoked,
  'mandate.cancelled': mandateCancelled,
  'mandate.closed': mandateClosed,
};

export function publishMandateChanges(batch: WriteBatch, { snapshot, changes }: Mandate): void {
  const { customerAppId, failure } = snapshot;
  for (const change of changes) {
    if (change.event === null) continue;
    const failed = change.to === 'FAILED' && failure !== null;
    const payload: MandateEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      mandate_id: snapshot.mandateId,
      payment_method_id: snapshot.paymentMethodId,
      previous_status: change.from,
      status: change.to,
      currency: snapshot.currency,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      institution_id: snapshot.institutionId ?? undefined,
      sender_account_id: snapshot.senderAccountId ?? undefined,
      dda_reference: snapshot.ddaReference ?? undefined,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      metadata: snapshot.metadata ?? {},
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
