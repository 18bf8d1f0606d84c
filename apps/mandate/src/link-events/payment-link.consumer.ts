import { Controller } from '@nestjs/common';
import {
  paymentLinkCancelled,
  paymentLinkExpired,
  paymentLinkMandateReleased,
  type PaymentLinkEventPayload,
} from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { OnEvent, type EventContext } from '@towpath/messaging';
import { LeaveDraft } from '../link-drafts/leave-draft.use-case.js';

/** Drafts whose payment link ended, or whose payer chose another method on it. */
@Controller()
export class PaymentLinkConsumer {
  constructor(private readonly leaveDraft: LeaveDraft) {}

  @OnEvent(paymentLinkMandateReleased)
  released(payload: PaymentLinkEventPayload, context: EventContext): Promise<void> {
    return this.leave(payload, context, 'the payer left it for another method');
  }

  @OnEvent(paymentLinkCancelled)
  cancelled(payload: PaymentLinkEventPayload, context: EventContext): Promise<void> {
    return this.leave(payload, context, 'the payment link was cancelled');
  }

  @OnEvent(paymentLinkExpired)
  expired(payload: PaymentLinkEventPayload, context: EventContext): Promise<void> {
    return this.leave(payload, context, 'the payment link expired');
  }

  private async leave(
    { mandate_id: mandateId }: PaymentLinkEventPayload,
    { tx }: EventContext,
    reason: string,
  ): Promise<void> {
    if (mandateId === undefined) return;
    await this.leaveDraft.execute(tx, { mandateId: mandateId as MandateId, reason });
  }
}
