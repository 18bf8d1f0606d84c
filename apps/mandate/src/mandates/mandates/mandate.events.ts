import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { Mandate } from './mandate.js';

export function publishMandateChanges(batch: WriteBatch, { snapshot, changes }: Mandate): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      mandate_id: snapshot.mandateId,
      payment_method_id: snapshot.paymentMethodId,
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
  });
}
