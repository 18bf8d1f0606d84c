import { Controller } from '@nestjs/common';
import { paymentMethodCancelled, type PaymentMethodEventPayload } from '@towpath/contracts';
import type { PaymentLinkId, PaymentMethodId } from '@towpath/kernel';
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import { AbandonAttempt } from './abandon-attempt.use-case.js';

@Controller()
export class PaymentMethodConsumer {
  constructor(private readonly abandonAttempt: AbandonAttempt) {}

  @Concerns<PaymentMethodEventPayload>(({ payment_link_id }) => payment_link_id !== undefined)
  @OnEvent(paymentMethodCancelled)
  async cancelled(payload: PaymentMethodEventPayload, { tx }: EventContext): Promise<void> {
    const { payment_link_id: linkId, payment_method_id: methodId } = payload;
    if (linkId === undefined) return;
    await this.abandonAttempt.execute(tx, linkId as PaymentLinkId, methodId as PaymentMethodId);
  }
}
