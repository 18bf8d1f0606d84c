import { Controller } from '@nestjs/common';
import {
  mandateCancelled,
  mandateClosed,
  mandateRevoked,
  type MandateEventPayload,
} from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { ChargesService } from './charges.service.js';

@Controller()
export class ChargesConsumer {
  constructor(private readonly charges: ChargesService) {}

  @OnEvent(mandateRevoked, mandateCancelled, mandateClosed)
  ended(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    return this.charges.makeAllDue(tx, payload.mandate_id as MandateId);
  }
}
