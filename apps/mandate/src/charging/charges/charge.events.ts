import { definitionOf, embeddedError, fromPlain } from '@towpath/contracts';
import { MandateChargeProcessorDetails } from '@towpath/contracts/internal';
import type { WriteBatch } from '@towpath/persistence';
import type { DirectDebit } from './direct-debit.js';

/** Publishes the present state of a charge as the next event of its mandate. */
export function publishChargeUpdate(
  batch: WriteBatch,
  { snapshot, answer }: DirectDebit,
  sequence: number,
): void {
  const { customerAppId, mandateId, paymentId, amount, currency, updatedAt } = snapshot;
  const { bankStatus, failure, bankTransactionReference, processorDetails } = answer;
  batch.publish(definitionOf('mandate.charge_updated'), {
    payload: {
      customer_app_id: customerAppId,
      occurred_at: updatedAt.toISOString(),
      mandate_id: mandateId,
      payment_id: paymentId,
      bank_status: bankStatus,
      amount,
      currency,
      bank_transaction_reference: bankTransactionReference ?? undefined,
      processor_details: processorDetails
        ? fromPlain(MandateChargeProcessorDetails, processorDetails)
        : undefined,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    },
    sequence,
    customerAppId,
  });
}
