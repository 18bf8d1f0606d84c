import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { WebhookEventFeed, type WebhookEvent } from './ports.js';
import { eventNotFound, parseEventId } from './webhook-event.errors.js';

@Injectable()
export class GetWebhookEvent {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: WebhookEventFeed,
  ) {}

  async execute(customerAppId: CustomerAppId, rawEventId: string): Promise<WebhookEvent> {
    const eventId = parseEventId(rawEventId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const event = await this.feed.find(tx, eventId);
      if (!event) throw eventNotFound();
      return event;
    });
  }
}
