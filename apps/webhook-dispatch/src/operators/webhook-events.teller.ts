import { Injectable } from '@nestjs/common';
import type { StoryEntry } from '@towpath/contracts/operator';
import { StoryTeller, type ResourceId, type StoryReads } from '@towpath/service';
import { webhookMessages } from '../recording/events/webhook-event.table.js';
import { entriesOf } from './delivery-story.js';

/** Of one resource; each has deliveries to several endpoints. */
const MAX_EVENTS = 250;

/** The webhooks about a resource of any service, with their deliveries. */
@Injectable()
export class WebhookEventsTeller extends StoryTeller {
  async tell({ customerAppId, id }: ResourceId, reads: StoryReads): Promise<StoryEntry[]> {
    // By `webhook_messages_sequence_key`; IDs of two kinds are never the same.
    const messages = await reads.rows(webhookMessages, {
      by: ['sequence'],
      limit: MAX_EVENTS,
      build: (select) =>
        select
          .where('t.customer_app_id = :app', { app: customerAppId })
          .andWhere('t.resource_id = :id', { id }),
    });
    return entriesOf(customerAppId, messages, reads);
  }
}
