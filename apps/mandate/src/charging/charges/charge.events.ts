import { embeddedError, fromPlain, mandateChargeUpdated } from '@towpath/contracts';
import { MandateChargeProcessorDetails } from '@towpath/contracts/internal';
import type { WriteBatch } from '@towpath/persistence';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import type { DirectDebit } from './domain/direct-debit.js';

/**
 * Publishes the present state of a charge as the next event of its mandate. The locked mandate
 * increments its sequence in the same write. The time of its own last change stays.
 */
export function publishChargeUpdate(batch: WriteBatch, mandate: Mandate, debit: DirectDebit): void {
  const { customerAppId, mandateId, sequence: last } = mandate.snapshot;
  const { paymentId, amount, currency, updatedAt } = debit.snapshot;
  const { bankStatus, failure, bankTransactionReference, processorDetails } = debit.answer;
  const sequence = last + 1;
  const key = { customer_app_id: customerAppId, mandate_id: mandateId, sequence: last };
  batch.update('mandates', key, { sequence });
  batch.publish(mandateChargeUpdated, {
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
