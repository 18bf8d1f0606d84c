import { Controller } from '@nestjs/common';
import { definitionsOf, type MandateEventPayload } from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { ChargesService } from './charges.service.js';

@Controller()
export class ChargesConsumer {
  constructor(private readonly charges: ChargesService) {}

  @OnEvent(...definitionsOf('mandate.revoked', 'mandate.cancelled', 'mandate.closed'))
  ended(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.charges.makeAllDue(tx, payload.mandate_id as MandateId);
  }
}
