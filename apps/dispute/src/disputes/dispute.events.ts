import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { Dispute } from './dispute.js';

export function publishDisputeChanges(batch: WriteBatch, { snapshot, changes }: Dispute): void {
  const { customerAppId, report } = snapshot;
  publishChanges(batch, { customerAppId, changes }, ({ sequence, reason }) => {
    // several moves at once end in the round of the report: those before it are of the round before
    const reopened = changes.filter(
      (later) => later.sequence > sequence && later.command === 'reopen',
    );
    return {
      dispute_id: snapshot.disputeId,
      payment_id: snapshot.paymentId,
      round: report.round - reopened.length,
      amount: report.amount,
      currency: report.currency,
      fee_amount: report.feeAmount,
      last_event_name: report.eventName,
      defense_period_deadline: report.defensePeriodDeadline?.toISOString(),
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      reason: reason ?? undefined,
    };
  });
}
