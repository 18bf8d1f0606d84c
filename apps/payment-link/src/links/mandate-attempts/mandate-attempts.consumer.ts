import { Controller } from '@nestjs/common';
import { definitionsOf, type MandateEventPayload } from '@towpath/contracts';
import type { MandateId, PaymentAccountId } from '@towpath/kernel';
import { Concerns, OnEvent, type EventContext } from '@towpath/messaging';
import { MandateAttemptsService } from './mandate-attempts.service.js';

@Controller()
export class MandateAttemptsConsumer {
  constructor(private readonly attempts: MandateAttemptsService) {}

  @Concerns<MandateEventPayload>(({ payment_link_id }) => payment_link_id !== undefined)
  @OnEvent(
    ...definitionsOf(
      'mandate.authorized',
      'mandate.succeeded',
      'mandate.failed',
      'mandate.revoked',
      'mandate.cancelled',
      'mandate.closed',
    ),
  )
  async moved(payload: MandateEventPayload, { tx }: EventContext): Promise<void> {
    if (payload.payment_link_id === undefined) return;
    await this.attempts.follow(tx, {
      mandateId: payload.mandate_id as MandateId,
      status: payload.status,
      bank: {
        institutionId: payload.institution_id ?? null,
        senderAccountId: (payload.sender_account_id ?? null) as PaymentAccountId | null,
        ddaReference: payload.dda_reference ?? null,
      },
      error: payload.error,
    });
  }
}
