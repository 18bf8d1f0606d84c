import {
  disputeAccepted,
  disputeChargebackReceived,
  disputeDeadlineApproaching,
  disputeDeadlinePassed,
  disputeDefended,
  disputeLost,
  disputeReopened,
  disputeStatusCorrected,
  disputeWon,
  type DisputeEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { Dispute } from './dispute.js';
import type { DisputeEventName } from './dispute.transitions.js';

const DEFINITIONS: Record<DisputeEventName, PublishableEvent<DisputeEventPayload>> = {
  'dispute.chargeback_received': disputeChargebackReceived,
  'dispute.deadline_approaching': disputeDeadlineApproaching,
  'dispute.defended': disputeDefended,
  'dispute.accepted': disputeAccepted,
  'dispute.deadline_passed': disputeDeadlinePassed,
  'dispute.won': disputeWon,
  'dispute.lost': disputeLost,
  'dispute.reopened': disputeReopened,
  'dispute.status_corrected': disputeStatusCorrected,
};

export function publishDisputeChanges(batch: WriteBatch, { snapshot, changes }: Dispute): void {
  const { customerAppId, report } = snapshot;
  // several moves at once end in the round of the report: those before it are of the round before
  let { round } = report;
  const rounds = changes.toReversed().map((change) => {
    const ofChange = round;
    if (change.command === 'reopen') round -= 1;
    return ofChange;
  });
  for (const [index, change] of changes.entries()) {
    if (change.event === null) continue;
    const payload: DisputeEventPayload = {
      customer_app_id: customerAppId,
      occurred_at: change.occurredAt.toISOString(),
      dispute_id: snapshot.disputeId,
      payment_id: snapshot.paymentId,
      previous_status: change.from,
      status: change.to,
      round: rounds[changes.length - 1 - index] ?? report.round,
      amount: report.amount,
      currency: report.currency,
      fee_amount: report.feeAmount,
      last_event_name: report.eventName,
      defense_period_deadline: report.defensePeriodDeadline?.toISOString(),
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      reason: change.reason ?? undefined,
    };
    batch.publish(DEFINITIONS[change.event], {
      payload,
      sequence: change.sequence,
      customerAppId,
    });
  }
}
