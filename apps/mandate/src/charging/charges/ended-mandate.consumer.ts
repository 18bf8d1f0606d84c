import { Controller } from '@nestjs/common';
import {
  mandateCancelled,
  mandateClosed,
  mandateRevoked,
  type MandateEventPayload,
} from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { WakeChargesOfMandate } from './wake-charges-of-mandate.use-case.js';

@Controller()
export class EndedMandateConsumer {
  constructor(private readonly wakeChargesOfMandate: WakeChargesOfMandate) {}

  @OnEvent(mandateRevoked, mandateCancelled, mandateClosed)
  async ended(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    await this.wakeChargesOfMandate.execute(tx, payload.mandate_id as MandateId);
  }
}
