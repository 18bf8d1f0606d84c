import { Controller } from '@nestjs/common';
import { definitionOf, type MandateChargeEventPayload } from '@towpath/contracts';
import type { ErrorCode, PaymentId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import type { UpdatedCharge } from './charge-update.js';
import { MandateChargesService } from './mandate-charges.service.js';

/**
 * Ignores the event that repeats the answer to a charge; after a lost answer, a question follows.
 */
const isUpdate = ({ bank_status }: MandateChargeEventPayload): boolean => bank_status !== 'PENDING';

@Controller()
export class MandateChargeConsumer {
  constructor(private readonly charges: MandateChargesService) {}

  @Concerns(isUpdate)
  @OnEvents(definitionOf('mandate.charge_updated'))
  async updated(payloads: MandateChargeEventPayload[], contexts: EventContext[]): Promise<void> {
    const [first] = contexts;
    if (first) await this.charges.applyUpdates(first.tx, payloads.map(updatedBy));
  }
}

function updatedBy(payload: MandateChargeEventPayload): UpdatedCharge {
  const { error } = payload;
  return {
    paymentId: payload.payment_id as PaymentId,
    update: {
      bankStatus: payload.bank_status,
      failure: error ? { code: error.error_code as ErrorCode, explanation: error.details } : null,
      bankTransactionReference: payload.bank_transaction_reference ?? null,
      processorDetails: payload.processor_details ?? null,
    },
  };
}
