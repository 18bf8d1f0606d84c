import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { decodeFeedCursor } from './feed-cursor.js';
import { WebhookEventFeed, type EventFilters, type WebhookEvent } from './ports.js';

interface FeedRange {
  readonly after: string | null;
  readonly limit: number;
}

@Injectable()
export class ListWebhookEvents {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: WebhookEventFeed,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    filters: EventFilters,
    { after, limit }: FeedRange,
  ): Promise<WebhookEvent[]> {
    const range = { after: after === null ? null : decodeFeedCursor(after), limit };
    return this.transactions.forApp(customerAppId, (tx) => this.feed.page(tx, filters, range));
  }
}
