import { Controller } from '@nestjs/common';
import { definitionsOf, type PaymentLinkEventPayload } from '@towpath/contracts';
import type { MandateId } from '@towpath/kernel';
import { Concerns, OnEvents, type EventContext } from '@towpath/messaging';
import { LinkDraftsService } from './link-drafts.service.js';

const REASONS = new Map<string, string>([
  ['payment_link.mandate_released', 'the payer left it for another method'],
  ['payment_link.cancelled', 'the payment link was cancelled'],
  ['payment_link.expired', 'the payment link expired'],
]);

/**
 * Drafts whose payment link ended, or whose payer chose another method on it. Most links have no
 * draft, and their events are passed over.
 */
@Controller()
export class LinkDraftsConsumer {
  constructor(private readonly drafts: LinkDraftsService) {}

  @Concerns<PaymentLinkEventPayload>(({ mandate_id }) => mandate_id !== undefined)
  @OnEvents(
    ...definitionsOf(
      'payment_link.mandate_released',
      'payment_link.cancelled',
      'payment_link.expired',
    ),
  )
  async left(payloads: PaymentLinkEventPayload[], contexts: EventContext[]): Promise<void> {
    for (const [index, { mandate_id: mandateId }] of payloads.entries()) {
      const context = contexts[index];
      if (mandateId === undefined || !context) continue;
      const reason = REASONS.get(context.definition.name) ?? context.definition.name;
      const left = { reason, at: context.occurredAt };
      await this.drafts.leave(context.tx, mandateId as MandateId, left);
    }
  }
}
