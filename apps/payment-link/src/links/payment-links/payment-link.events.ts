import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from './payment-link.js';

/** @param attempts those that the change is about: completed by it, or ended with it */
export function publishLinkChanges(
  batch: WriteBatch,
  { snapshot, changes, terms }: PaymentLink,
  attempts: readonly PaymentAttempt[],
): void {
  const { customerAppId } = snapshot;
  const succeeded = attempts.find(({ status }) => status === 'SUCCEEDED');
  const ofMandate = attempts.find(({ mandateId }) => mandateId !== null);
  publishChanges(batch, { customerAppId, changes }, (change) => ({
    payment_link_id: snapshot.paymentLinkId,
    unique_reference_id: terms.uniqueReferenceId,
    mode: terms.mode,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    payment_id: succeeded?.snapshot.paymentId ?? undefined,
    payment_method_id: succeeded?.snapshot.paymentMethodId ?? undefined,
    mandate_id: ofMandate?.mandateId ?? undefined,
    amount: terms.amount ?? undefined,
    currency: terms.currency,
    metadata: terms.metadata ?? {},
    reason: change.reason ?? undefined,
  }));
}
