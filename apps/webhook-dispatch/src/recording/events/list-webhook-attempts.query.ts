import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { WebhookEventFeed, type DeliveryAttempt } from './ports.js';
import { eventNotFound, parseEventId } from './webhook-event.errors.js';

@Injectable()
export class ListWebhookAttempts {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: WebhookEventFeed,
  ) {}

  async execute(customerAppId: CustomerAppId, rawEventId: string): Promise<DeliveryAttempt[]> {
    const eventId = parseEventId(rawEventId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const attempts = await this.feed.attempts(tx, eventId);
      if (attempts.length === 0 && !(await this.feed.find(tx, eventId))) throw eventNotFound();
      return attempts;
    });
  }
}
