import {
  embeddedError,
  payoutCancelled,
  payoutConfirmed,
  payoutCreated,
  payoutExecuted,
  payoutFailed,
  payoutFunded,
  payoutFundingStarted,
  payoutStatusCorrected,
  payoutSubmitted,
  type PayoutEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Payout } from './payout.js';
import type { PayoutEventName } from './payout.transitions.js';

const DEFINITIONS: Record<PayoutEventName, PublishableEvent<PayoutEventPayload>> = {
  'payout.created': payoutCreated,
  'payout.confirmed': payoutConfirmed,
  'payout.funding_started': payoutFundingStarted,
  'payout.funded': payoutFunded,
  'payout.submitted': payoutSubmitted,
  'payout.executed': payoutExecuted,
  'payout.failed': payoutFailed,
  'payout.cancelled': payoutCancelled,
  'payout.status_corrected': payoutStatusCorrected,
};

export function publishPayoutChanges(batch: WriteBatch, { snapshot, changes }: Payout): void {
  const { customerAppId, failure } = snapshot;
  for (const change of changes) {
    if (change.event === null) continue;
    const failed = change.to === 'FAILED' && failure !== null;
    const payload: PayoutEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      payout_id: snapshot.payoutId,
      type: snapshot.type,
      previous_status: change.from,
      status: change.to,
      amount: snapshot.amount,
      currency: snapshot.currency,
      sender_account_id: snapshot.senderAccountId,
      recipient_account_id: snapshot.recipientAccountId,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      mandate_id: snapshot.mandateId ?? undefined,
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
