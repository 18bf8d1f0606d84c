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
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';

@Controller()
export class BillPaymentConsumer {
  constructor(private readonly followBillPayment: FollowBillPayment) {}

  @Concerns<PaymentEventPayload>(
    ({ external_transaction_reference: reference }) => reference !== undefined,
  )
  @OnEvent(paymentCreated, paymentExecuted, paymentFailed, paymentRevoked, paymentStatusCorrected)
  async moved(payload: PaymentEventPayload, { tx }: EventContext): Promise<void> {
    const { external_transaction_reference: referenceId, currency, user_id: userId } = payload;
    if (referenceId === undefined || userId === undefined) return;
    const reference = { userId: userId as PaymentUserId, currency, referenceId };
    await this.followBillPayment.execute(tx, reference);
  }
}
