import { Controller } from '@nestjs/common';
import {
  paymentLinkCancelled,
  paymentLinkExpired,
  paymentLinkMandateReleased,
  type PaymentLinkEventPayload,
} from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { LinkDraftsService } from './link-drafts.service.js';

const REASONS = new Map<unknown, string>([
  [paymentLinkMandateReleased, 'the payer left it for another method'],
  [paymentLinkCancelled, 'the payment link was cancelled'],
  [paymentLinkExpired, 'the payment link expired'],
]);

/**
 * Drafts whose payment link ended, or whose payer chose another method on it. Most links have no
 * draft, and their events are passed over.
 */
@Controller()
export class LinkDraftsConsumer {
  constructor(private readonly drafts: LinkDraftsService) {}

  @Concerns<PaymentLinkEventPayload>(({ mandate_id }) => mandate_id !== undefined)
  @OnEvents(paymentLinkMandateReleased, paymentLinkCancelled, paymentLinkExpired)
  async left(payloads: PaymentLinkEventPayload[], contexts: EventContext[]): Promise<void> {
    for (const [index, { mandate_id: mandateId }] of payloads.entries()) {
      const context = contexts[index];
      if (mandateId === undefined || !context) continue;
      const reason = REASONS.get(context.definition) ?? context.definition.name;
      const left = { reason, at: context.occurredAt };
      await this.drafts.leave(context.tx, mandateId as MandateId, left);
    }
  }
}
