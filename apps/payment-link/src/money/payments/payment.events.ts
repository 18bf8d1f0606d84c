import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { Payment } from './payment.js';

export function publishPaymentChanges(batch: WriteBatch, { snapshot, changes }: Payment): void {
  const { customerAppId, failure } = snapshot;
  const processor = snapshot.processorDetails as { readonly processor_id?: string } | null;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      payment_id: snapshot.paymentId,
      type: snapshot.type,
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
  });
}
