import { Controller } from '@nestjs/common';
import { definitionOf, type PaymentUserEventPayload } from '@towpath/contracts';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { EvidenceService } from './evidence.service.js';

@Controller()
export class EvidenceConsumer {
  constructor(private readonly evidence: EvidenceService) {}

  @OnEvent(definitionOf('payment_user.erased'))
  async erased(payload: PaymentUserEventPayload, { tx }: EventContext): Promise<void> {
    await this.evidence.forget(tx, payload.user_id);
  }
}
