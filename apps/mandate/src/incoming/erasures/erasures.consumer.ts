import { Controller } from '@nestjs/common';
import { definitionOf, type PaymentUserEventPayload } from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresConsumer {
  constructor(private readonly erasures: ErasuresService) {}

  @OnEvent(definitionOf('payment_user.erased'))
  async erased(payload: PaymentUserEventPayload, { tx }: EventContext): Promise<void> {
    await this.erasures.forget(tx, payload.user_id as PaymentUserId);
  }
}
