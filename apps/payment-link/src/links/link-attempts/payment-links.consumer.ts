import { Controller } from '@nestjs/common';
import { definitionOf, type PaymentMethodEventPayload } from '@towpath/contracts';
import type { PaymentLinkId, PaymentMethodId } from '@towpath/kernel';
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import { LinkClosingService } from './link-closing.service.js';

@Controller()
export class PaymentLinksConsumer {
  constructor(private readonly closing: LinkClosingService) {}

  @Concerns<PaymentMethodEventPayload>(({ payment_link_id }) => payment_link_id !== undefined)
  @OnEvent(definitionOf('payment_method.cancelled'))
  async methodCancelled(payload: PaymentMethodEventPayload, { tx }: EventContext): Promise<void> {
    const { payment_link_id: linkId, payment_method_id: methodId } = payload;
    if (linkId === undefined) return;
    await this.closing.abandon(tx, linkId as PaymentLinkId, methodId as PaymentMethodId);
  }
}
