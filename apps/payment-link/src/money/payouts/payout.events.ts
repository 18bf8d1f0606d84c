import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { Payout } from './payout.js';

export function publishPayoutChanges(batch: WriteBatch, { snapshot, changes }: Payout): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      payout_id: snapshot.payoutId,
      type: snapshot.type,
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
  });
}
