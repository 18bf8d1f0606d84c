import { Controller } from '@nestjs/common';
import {
  paymentLinkCancelled,
  paymentLinkExpired,
  paymentLinkMandateReleased,
  type PaymentLinkEventPayload,
} from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { LeaveDraft } from './leave-draft.use-case.js';

const hasDraft = ({ mandate_id }: PaymentLinkEventPayload): boolean => mandate_id !== undefined;

/**
 * Drafts whose payment link ended, or whose payer chose another method on it. Most links have no
 * draft, and their events are passed over.
 */
@Controller()
export class PaymentLinkConsumer {
  constructor(private readonly leaveDraft: LeaveDraft) {}

  @Concerns(hasDraft)
  @OnEvents(paymentLinkMandateReleased)
  released(payloads: PaymentLinkEventPayload[], contexts: EventContext[]): Promise<void> {
    return this.leave(payloads, contexts, 'the payer left it for another method');
  }

  @Concerns(hasDraft)
  @OnEvents(paymentLinkCancelled)
  cancelled(payloads: PaymentLinkEventPayload[], contexts: EventContext[]): Promise<void> {
    return this.leave(payloads, contexts, 'the payment link was cancelled');
  }

  @Concerns(hasDraft)
  @OnEvents(paymentLinkExpired)
  expired(payloads: PaymentLinkEventPayload[], contexts: EventContext[]): Promise<void> {
    return this.leave(payloads, contexts, 'the payment link expired');
  }

  private async leave(
    payloads: readonly PaymentLinkEventPayload[],
    contexts: readonly EventContext[],
    reason: string,
  ): Promise<void> {
    for (const [index, { mandate_id: mandateId }] of payloads.entries()) {
      const context = contexts[index];
      if (mandateId === undefined || !context) continue;
      const left = { mandateId: mandateId as MandateId, reason, at: context.occurredAt };
      await this.leaveDraft.execute(context.tx, left);
    }
  }
}
