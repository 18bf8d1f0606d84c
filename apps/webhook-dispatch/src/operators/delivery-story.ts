import type { StoryEntry } from '@towpath/contracts/operator';
import { plusMs, type CustomerAppId } from '@towpath/kernel';
import type { OperatorQuery, RowOf } from '@towpath/persistence';
import type { StoryReads } from '@towpath/service';
import {
  webhookAttempts,
  webhookDeliveries,
} from '../delivering/deliveries/webhook-delivery.table.js';
import { webhookEndpoints } from '../endpoints/webhook-endpoints/webhook-endpoint.table.js';
import type { webhookMessages } from '../recording/events/webhook-event.table.js';

const SERVICE = 'webhook-dispatch' as const;

export type Message = RowOf<typeof webhookMessages>;
export type Delivery = RowOf<typeof webhookDeliveries>;
type Attempt = RowOf<typeof webhookAttempts>;

/** What became of events at each endpoint, deleted ones included; `HELD` as the interface has it. */
export async function deliveriesOf(
  app: CustomerAppId,
  eventIds: readonly string[],
  reads: OperatorQuery,
): Promise<Delivery[]> {
  if (eventIds.length === 0) return [];
  const deliveries = await reads.rows(webhookDeliveries, (select) =>
    select
      .where('t.customer_app_id = :app', { app })
      .andWhere('t.event_id = ANY (:eventIds)', { eventIds })
      .orderBy('t.webhook_endpoint_id'),
  );
  const ids = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const endpoints = await reads.rows(webhookEndpoints, (select) =>
    select
      .where('t.customer_app_id = :app', { app })
      .andWhere('t.webhook_endpoint_id = ANY (:ids)', { ids }),
  );
  const enabled = new Set(endpoints.filter((each) => each.enabled).map((each) => each.endpointId));
  return deliveries.map((delivery) => {
    const { dueAt, endpointId } = delivery;
    if (dueAt === null || enabled.has(endpointId)) return delivery;
    return { ...delivery, status: 'HELD', dueAt: null };
  });
}

/**
 * The events, every attempt to deliver one, and what waits. A delivery that waits stands where its next
 * attempt will be, after the entries that may be left out.
 */
export async function entriesOf(
  app: CustomerAppId,
  messages: readonly Message[],
  reads: StoryReads,
): Promise<StoryEntry[]> {
  const eventIds = messages.map(({ eventId }) => eventId);
  const deliveries = await deliveriesOf(app, eventIds, reads.query);
  if (deliveries.length === 0) return messages.map(eventEntry);
  const attempts = await reads.rows(webhookAttempts, {
    by: ['started_at', 'attempt_number'],
    build: (select) =>
      select
        .where('t.customer_app_id = :app', { app })
        .andWhere('t.event_id = ANY (:eventIds)', { eventIds }),
  });
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  const byDelivery = Map.groupBy(attempts, placeOf);
  return messages.flatMap((message) => [
    eventEntry(message),
    ...(byEvent.get(message.eventId) ?? []).flatMap((delivery) =>
      deliveryEntries({ message, delivery, attempts: byDelivery.get(placeOf(delivery)) ?? [] }),
    ),
  ]);
}

const placeOf = ({ eventId, endpointId }: Pick<Delivery, 'eventId' | 'endpointId'>): string =>
  `${eventId} ${endpointId}`;

function aboutOf({ customerAppId, eventId }: Message): Required<Pick<StoryEntry, 'about'>> {
  return { about: { kind: 'webhook_event', customer_app_id: customerAppId, id: eventId } };
}

function eventEntry(message: Message): StoryEntry {
  const { eventType, eventTime, sequence, createdAt, traceparent } = message;
  const traceId = traceparent?.split('-')[1];
  return {
    at: eventTime.toISOString(),
    entry: 'WEBHOOK',
    service: SERVICE,
    title: eventType,
    details: { sequence: String(sequence), recorded_at: createdAt.toISOString() },
    ...aboutOf(message),
    ...(traceId ? { trace_id: traceId } : {}),
  };
}

interface SentMessage {
  readonly message: Message;
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

function deliveryEntries({ message, delivery, attempts }: SentMessage): StoryEntry[] {
  const { endpointId, status, dueAt, lastAttemptAt, createdAt } = delivery;
  const newest = Math.max(...attempts.map(({ attemptNumber }) => attemptNumber));
  const entryOf = (real: Date, entry: Pick<StoryEntry, 'title' | 'reason' | 'details'>) => ({
    at: onClockOf(message, real).toISOString(),
    entry: 'DELIVERY' as const,
    service: SERVICE,
    ...aboutOf(message),
    ...entry,
  });
  const now = { status, ...(dueAt ? { next_attempt_at: dueAt.toISOString() } : {}) };
  const endpoint = { webhook_endpoint_id: endpointId };
  const tried = attempts.map(({ attemptNumber, statusCode, error, startedAt, durationMs }) =>
    entryOf(startedAt, {
      title: statusCode === null ? 'POST without an answer' : `POST ${statusCode}`,
      ...(error === null ? {} : { reason: error }),
      details: {
        ...endpoint,
        attempt: String(attemptNumber),
        started_at: startedAt.toISOString(),
        duration_ms: String(durationMs),
        ...(attemptNumber === newest ? now : {}),
      },
    }),
  );
  if (dueAt === null && (tried.length > 0 || status === 'DELIVERED')) return tried;
  const at = dueAt ?? lastAttemptAt ?? createdAt;
  return [...tried, entryOf(at, { title: status, details: { ...endpoint, ...now } })];
}

/** Deliveries happen in real time, as long after their event as on the clock of its app. */
function onClockOf({ eventTime, createdAt }: Message, real: Date): Date {
  return plusMs(eventTime, +real - +createdAt);
}
