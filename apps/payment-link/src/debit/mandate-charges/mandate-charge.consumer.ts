import { Controller } from '@nestjs/common';
import { mandateChargeUpdated, type MandateChargeEventPayload } from '@towpath/contracts';
import type { ErrorCode, PaymentId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { RecordMandateCharge } from './record-mandate-charge.use-case.js';

@Controller()
export class MandateChargeConsumer {
  constructor(private readonly recordMandateCharge: RecordMandateCharge) {}

  @OnEvent(mandateChargeUpdated)
  async updated(payload: MandateChargeEventPayload, { tx }: EventContext): Promise<void> {
    const { error } = payload;
    await this.recordMandateCharge.hear(tx, payload.payment_id as PaymentId, {
      bankStatus: payload.truth,
      failure: error ? { code: error.error_code as ErrorCode, explanation: error.details } : null,
      bankTransactionReference: payload.bank_transaction_reference ?? null,
      processorDetails: payload.processor_details ?? null,
    });
  }
}
