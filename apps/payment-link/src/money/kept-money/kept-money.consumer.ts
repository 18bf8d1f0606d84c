import { Controller } from '@nestjs/common';
import { disputeEvents, type DisputeEventPayload } from '@towpath/contracts';
import { HasEffect, OnEvent, type EventContext } from '@towpath/messaging';
import { KeptMoneyService } from './kept-money.service.js';

@Controller()
export class KeptMoneyConsumer {
  constructor(private readonly keptMoney: KeptMoneyService) {}

  @OnEvent(...Object.values(disputeEvents))
  @HasEffect()
  async moved(payload: DisputeEventPayload, { tx, sequence }: EventContext): Promise<void> {
    await this.keptMoney.disputeMoved(tx, payload, sequence);
  }
}
