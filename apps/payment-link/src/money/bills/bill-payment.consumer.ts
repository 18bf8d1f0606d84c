import { Controller } from '@nestjs/common';
import {
  paymentCreated,
  paymentExecuted,
  paymentFailed,
  paymentRevoked,
  paymentStatusCorrected,
  type PaymentEventPayload,
} from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';

@Controller()
export class BillPaymentConsumer {
  constructor(private readonly followBillPayment: FollowBillPayment) {}

  @Concerns<PaymentEventPayload>(
    ({ external_transaction_reference: reference }) => reference !== undefined,
  )
  @OnEvents(paymentCreated, paymentExecuted, paymentFailed, paymentRevoked, paymentStatusCorrected)
  async moved(payloads: PaymentEventPayload[], contexts: EventContext[]): Promise<void> {
    for (const [index, payload] of payloads.entries()) {
      const tx = contexts[index]?.tx;
      const { external_transaction_reference: referenceId, currency, user_id: userId } = payload;
      if (!tx || referenceId === undefined || userId === undefined) continue;
      const reference = { userId: userId as PaymentUserId, currency, referenceId };
      await this.followBillPayment.execute(tx, reference);
    }
  }
}
