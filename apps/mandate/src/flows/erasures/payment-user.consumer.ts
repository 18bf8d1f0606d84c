import { Controller } from '@nestjs/common';
import { paymentUserErased, type PaymentUserEventPayload } from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { ForgetPayer } from './forget-payer.use-case.js';

/** The person behind a payment user was erased where people are kept. */
@Controller()
export class PaymentUserConsumer {
  constructor(private readonly forgetPayer: ForgetPayer) {}

  @OnEvent(paymentUserErased)
  async erased(payload: PaymentUserEventPayload, { tx }: EventContext): Promise<void> {
    await this.forgetPayer.execute(tx, payload.user_id as PaymentUserId);
  }
}
