import { Controller } from '@nestjs/common';
import { definitionOf, type PaymentEventPayload } from '@towpath/contracts';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { DisputesService } from './disputes.service.js';

@Controller()
export class DisputesConsumer {
  constructor(private readonly disputes: DisputesService) {}

  @OnEvent(definitionOf('payment.returned'))
  async returned(payload: PaymentEventPayload, { tx }: EventContext): Promise<void> {
    await this.disputes.recordReturn(tx, payload);
  }

  @OnEvent(definitionOf('payment.return_reversed'))
  async reinstated(payload: PaymentEventPayload, { tx }: EventContext): Promise<void> {
    await this.disputes.winReturn(tx, payload);
  }
}
