import { Injectable } from '@nestjs/common';
import {
  covers,
  webhookEventTypes,
  type PublicWebhook,
  type WebhookEventType,
} from '@towpath/contracts';
import type { TestWebhookEndpointResponse } from '@towpath/contracts/webhook-dispatch';
import { newId, type CustomerAppId, type EventId, type WebhookEndpointId } from '@towpath/kernel';
import { currentTraceparent, requestContext } from '@towpath/observability';
import { byKey, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  parseEndpointId,
  WebhookEndpointsReads,
  type Subscriber,
} from '../../endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import { DeliveryDoorbell } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import { deliveryMachine } from './delivery.transitions.js';

export interface NewWebhook {
  readonly eventId: EventId;
  readonly webhook: PublicWebhook;
  /** Only to this endpoint, whatever its subscriptions. */
  readonly only?: WebhookEndpointId;
  /** The cause; by default the present request or message. */
  readonly origin?: WebhookOrigin;
}

interface WebhookOrigin {
  readonly requestId: string;
  readonly traceparent: string | null;
}

/** A webhook of this service itself. */
interface OwnWebhook {
  readonly eventType: WebhookEventType;
  readonly endpointId: WebhookEndpointId;
  readonly members: Readonly<Record<string, unknown>>;
}

type Resource = PublicWebhook['resource'];

// In one order, so that two transactions cannot wait for each other.
const NEXT = byKey(`INSERT INTO webhook_resources AS r
    (customer_app_id, resource_kind, resource_id, last_sequence, updated_at)
  SELECT $1, kind, id, events, $5
  FROM unnest($2::text[], $3::text[], $4::bigint[]) AS given (kind, id, events)
  ORDER BY kind, id
  ON CONFLICT (customer_app_id, resource_kind, resource_id) DO UPDATE
    SET last_sequence = r.last_sequence + excluded.last_sequence,
      updated_at = excluded.updated_at
  RETURNING resource_kind AS kind, resource_id AS id, last_sequence AS last`);

const ADD = `WITH given AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS m (event_id text, event_type text,
      resource_kind text, resource_id text, sequence bigint, event_time timestamptz, body text,
      request_id text, traceparent text, recipients text[])),
  messages AS (
    INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind,
      resource_id, sequence, event_time, body, request_id, traceparent, created_at)
    SELECT $1, event_id, event_type, resource_kind, resource_id, sequence, event_time,
      decode(body, 'base64'), request_id, traceparent, $3 FROM given)
  INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id, resource_id,
    sequence, status, due_at, created_at)
  SELECT $1, event_id, recipient, resource_id, sequence, 'PENDING', $3, $3
  FROM given, unnest(recipients) AS recipient`;

/**
 * Stores a webhook once, as the bytes that every endpoint receives, with one delivery per
 * subscribed endpoint. The sequence does not depend on subscriptions, so a receiver of all events
 * can prove that none is missing.
 */
@Injectable()
export class WebhookEventsService {
  constructor(
    private readonly db: Transactions,
    private readonly endpoints: WebhookEndpointsReads,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  /** In their order: two statements and a read, however many there are. */
  async record(tx: AppTx, webhooks: readonly NewWebhook[]): Promise<void> {
    if (webhooks.length === 0) return;
    await tx.begun;
    const at = this.time.of(tx);
    const resources = webhooks.map(({ webhook }) => webhook.resource);
    const [sequences, subscribers] = await Promise.all([
      sequencesOf(tx, resources, at),
      this.endpoints.subscribers(tx),
    ]);
    const rows = webhooks.map((each, index) =>
      rowOf(each, { sequence: sequences[index] ?? 0, subscribers }),
    );
    tx.write(new WriteBatch().statement(ADD, [tx.customerApp.id, JSON.stringify(rows), at]));
    const recipients = rows.flatMap((row) => row.recipients);
    if (recipients.length === 0) return;
    recipients.forEach(() => tx.moved(deliveryMachine, deliveryMachine.move(null, 'record')));
    const { id: customerAppId, type: appType } = tx.customerApp;
    const due = [...new Set(recipients)].map((endpointId) => {
      return { customerAppId, endpointId, appType };
    });
    tx.afterCommit(() => this.doorbell.ring(due));
  }

  /** Counted among the events of its endpoint. */
  async recordOwn(
    tx: AppTx,
    { eventType, endpointId, members }: OwnWebhook,
    only?: WebhookEndpointId,
  ): Promise<EventId> {
    const eventId = newId<EventId>(this.time.of(tx));
    const eventTime = tx.now.toISOString();
    const customerAppId = tx.customerApp.id;
    const webhook: PublicWebhook = {
      eventType,
      resource: { kind: 'webhook_endpoint', id: endpointId },
      customerAppId,
      eventTime,
      body: {
        ...members,
        event_type: eventType,
        event_time: eventTime,
        customer_app_id: customerAppId,
      },
    };
    await this.record(tx, [{ eventId, webhook, ...(only ? { only } : {}) }]);
    return eventId;
  }

  /** Sends an example of an event type to one endpoint, whatever it subscribes to. */
  async sendTest(
    app: CustomerAppId,
    rawEndpointId: string,
    eventType: WebhookEventType = 'WEBHOOK_TEST',
  ): Promise<TestWebhookEndpointResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.db.forApp(app, async (tx) => {
      await this.endpoints.find(tx, endpointId);
      const example = webhookEventTypes.find(({ name }) => name === eventType)?.example ?? {};
      const own = 'webhook_endpoint_id' in example ? { webhook_endpoint_id: endpointId } : {};
      const members = { ...example, ...own };
      const webhook = { eventType, endpointId, members };
      return { event_id: await this.recordOwn(tx, webhook, endpointId) };
    });
  }
}

/** Counts one more event for each resource that is listed, in this order. */
async function sequencesOf(tx: AppTx, resources: readonly Resource[], at: Date): Promise<number[]> {
  const events = new Map<string, { readonly resource: Resource; count: number }>();
  for (const resource of resources) {
    const known = events.get(addressOf(resource));
    if (known) known.count += 1;
    else events.set(addressOf(resource), { resource, count: 1 });
  }
  const given = [...events.values()];
  const counted = await tx.query<Resource & { readonly last: number }>(NEXT, [
    tx.customerApp.id,
    given.map(({ resource }) => resource.kind),
    given.map(({ resource }) => resource.id),
    given.map(({ count }) => count),
    at,
  ]);
  const next = new Map(
    counted.map(({ last, ...resource }) => {
      const address = addressOf(resource);
      return [address, last - (events.get(address)?.count ?? 0) + 1];
    }),
  );
  return resources.map((resource) => {
    const sequence = next.get(addressOf(resource)) ?? 0;
    next.set(addressOf(resource), sequence + 1);
    return sequence;
  });
}

function addressOf({ kind, id }: Pick<Resource, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

function rowOf(
  { eventId, webhook, only, origin = currentOrigin(eventId) }: NewWebhook,
  counted: { readonly sequence: number; readonly subscribers: readonly Subscriber[] },
) {
  const { eventType, resource, eventTime, body } = webhook;
  const { sequence, subscribers } = counted;
  const sent = JSON.stringify({ ...body, event_id: eventId, sequence });
  return {
    event_id: eventId,
    event_type: eventType,
    resource_kind: resource.kind,
    resource_id: resource.id,
    sequence,
    event_time: eventTime,
    body: Buffer.from(sent, 'utf8').toString('base64'),
    request_id: origin.requestId,
    traceparent: origin.traceparent,
    recipients: only ? [only] : subscribersOf(eventType, subscribers),
  };
}

function currentOrigin(eventId: EventId): WebhookOrigin {
  return {
    requestId: requestContext.current()?.requestId ?? eventId,
    traceparent: currentTraceparent() ?? null,
  };
}

export function subscribersOf(
  eventType: string,
  subscribers: readonly Subscriber[],
): WebhookEndpointId[] {
  return subscribers
    .filter(({ eventTypes }) => eventTypes.some((pattern) => covers({ pattern, eventType })))
    .map(({ endpointId }) => endpointId);
}
