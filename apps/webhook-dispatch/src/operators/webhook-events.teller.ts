import { Injectable } from '@nestjs/common';
import type { StoryEntry } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { StoryTeller, type ResourceId } from '@towpath/service';
import { webhookMessages } from '../recording/events/webhook-event.table.js';
import { entriesOf } from './delivery-story.js';

/** Of one resource; only the newest are read. */
const MAX_EVENTS = 250;

/** The webhooks about a resource of any service, with their deliveries. */
@Injectable()
export class WebhookEventsTeller extends StoryTeller {
  async tell({ customerAppId, id }: ResourceId, reads: OperatorQuery): Promise<StoryEntry[]> {
    // By `webhook_messages_sequence_key`; IDs of two kinds are never the same.
    const messages = await reads.rows(webhookMessages, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.resource_id = :id', { id })
        .orderBy('t.sequence', 'DESC')
        .limit(MAX_EVENTS),
    );
    return entriesOf(customerAppId, messages, reads);
  }
}
