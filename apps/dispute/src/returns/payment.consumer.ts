import { Controller } from '@nestjs/common';
import { paymentReturned, type PaymentEventPayload } from '@towpath/contracts';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { RecordReturn } from './record-return.use-case.js';

/** A bank took back the money of a payment. */
@Controller()
export class PaymentConsumer {
  constructor(private readonly recordReturn: RecordReturn) {}

  @OnEvent(paymentReturned)
  async returned(payload: PaymentEventPayload, { tx }: EventContext): Promise<void> {
    await this.recordReturn.execute(tx, payload);
  }
}
