import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { StoredCard } from './stored-card.js';

export function publishCardChanges(batch: WriteBatch, { snapshot, changes }: StoredCard): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      payment_method_id: snapshot.paymentMethodId,
      payment_method_type: 'CARD' as const,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      payment_link_id: snapshot.paymentLinkId ?? undefined,
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
    };
  });
}
