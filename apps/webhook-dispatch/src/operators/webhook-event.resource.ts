import { Injectable } from '@nestjs/common';
import { seenBy, under, type RelatedResource, type StoryEntry } from '@towpath/contracts/operator';
import { WebhookEventResponse } from '@towpath/contracts/webhook-dispatch';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, type StoryReads } from '@towpath/service';
import { webhookMessages } from '../recording/events/webhook-event.table.js';
import { eventBody } from '../recording/events/webhook-events.reads.js';
import { deliveriesOf, entriesOf, type Delivery, type Message } from './delivery-story.js';

/** No join: the planner would take its rows for few. */
const DISABLED = '(ARRAY(SELECT webhook_endpoint_id FROM webhook_endpoints WHERE NOT enabled))';
/**
 * As `deliveriesOf` tells it: what waits for a disabled endpoint is held. Each status stands in one
 * condition alone: the planner takes two for a far rarer case, and reads each row that failed.
 */
const IN_STATUS = `d.status = ANY (CASE WHEN 'HELD' = ANY (?)
    THEN (?)::text[] || '{PENDING,RETRYING}' ELSE (?)::text[] END)
  AND CASE WHEN d.due_at IS NOT NULL AND d.webhook_endpoint_id = ANY ${DISABLED}
    THEN 'HELD' = ANY (?) ELSE d.status = ANY (?) END`;

/** Events for operators, with what became of each at every endpoint. */
@Injectable()
export class WebhookEventResource extends OperatedResource<Message> {
  readonly kind = 'webhook_event';
  readonly table = webhookMessages;
  readonly view = seenBy(WebhookEventResponse, {
    viewer: [
      'event_id',
      'event_type',
      'event_time',
      'resource_id',
      'sequence',
      'created_at',
      ...under('deliveries', [
        'webhook_endpoint_id',
        'status',
        'attempts',
        'last_attempt_at',
        'next_attempt_at',
        'last_status_code',
      ]),
    ],
  });
  override readonly idsBelow = ['SELECT event_id FROM webhook_attempts WHERE attempt_id = :id'];
  readonly columns = {
    createdAt: 'created_at',
    // None is older than the oldest delivery in one of the statuses: a status of few reads few.
    statusIn: `EXISTS (SELECT FROM webhook_deliveries d
        WHERE d.event_id = t.event_id AND d.customer_app_id = t.customer_app_id AND ${IN_STATUS})
      AND ('DELIVERED' = ANY (?) OR t.event_id >= (SELECT min(d.event_id)
        FROM webhook_deliveries d WHERE d.status <> 'DELIVERED' AND ${IN_STATUS}))`,
  };

  /** By its ID alone; the events about a resource are in the story of that. */
  searchedBy() {
    return undefined;
  }

  listed({ eventType, resourceKind, sequence, createdAt }: Message) {
    const summary = `${eventType} (${resourceKind} ${sequence})`;
    return { summary, created_at: createdAt.toISOString() };
  }

  async body(row: Message, reads: OperatorQuery) {
    const deliveries = await this.#deliveries(row, reads);
    return eventBody({ ...row, recordedIn: 0, deliveries: deliveries.map(shown) });
  }

  async related(row: Message, reads: OperatorQuery): Promise<RelatedResource[]> {
    const { customerAppId, resourceKind, resourceId } = row;
    const of = { customer_app_id: customerAppId };
    const kind = resourceKind as RelatedResource['kind'];
    const deliveries = await this.#deliveries(row, reads);
    return [
      { ...of, kind, id: resourceId, as: 'what it is about' },
      ...deliveries.map(({ endpointId: id, status }) => {
        return { ...of, kind: 'webhook_endpoint' as const, id, as: `receiver: ${status}` };
      }),
    ];
  }

  override story(row: Message, reads: StoryReads): Promise<StoryEntry[]> {
    return entriesOf(row.customerAppId, [row], reads);
  }

  #deliveries({ customerAppId, eventId }: Message, reads: OperatorQuery): Promise<Delivery[]> {
    return deliveriesOf(customerAppId, [eventId], reads);
  }
}

function shown(delivery: Delivery) {
  const { endpointId, status, attempts, lastAttemptAt, dueAt, lastStatusCode } = delivery;
  return {
    webhook_endpoint_id: endpointId,
    status,
    attempts,
    last_attempt_at: lastAttemptAt?.toISOString() ?? null,
    due_at: dueAt?.toISOString() ?? null,
    last_status_code: lastStatusCode,
  };
}
