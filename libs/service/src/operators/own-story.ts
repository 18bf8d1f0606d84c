import { eventTopics, type ServiceName } from '@towpath/contracts';
import type { StoryEntry } from '@towpath/contracts/operator';
import type { OperatorQuery, ReadTable } from '@towpath/persistence';
import type { ResourceId } from './operated-resource.js';

interface Of {
  readonly service: ServiceName;
  readonly table: ReadTable;
  readonly place: ResourceId;
}

interface Move {
  readonly from: string | null;
  readonly to: string;
  readonly command: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** The moves of a resource through its states; of some commands without their reasons. */
export async function movesOf(
  reads: OperatorQuery,
  { service, table, place }: Of,
  withoutReasons: readonly string[] = [],
): Promise<StoryEntry[]> {
  const { history, key } = table.options;
  if (!history) return [];
  const id = table.column(key.at(-1) ?? '');
  const moves = await reads.select<Move>(history.table, (select) =>
    select
      .select('t.from_status', 'from')
      .addSelect('t.to_status', 'to')
      .addSelect('t.command', 'command')
      .addSelect('t.reason', 'reason')
      .addSelect('t.occurred_at', 'at')
      .where('t.customer_app_id = :app', { app: place.customerAppId })
      .andWhere(`t.${id} = :id`, { id: place.id })
      .orderBy('t.sequence'),
  );
  return moves.map(({ from, to, command, reason, at }) => ({
    at: at.toISOString(),
    entry: 'STATE',
    service,
    title: from === null || from === to ? to : `${from} → ${to}`,
    ...(reason === null || withoutReasons.includes(command) ? {} : { reason }),
    details: { command },
  }));
}

interface EventRow {
  readonly event_name: string;
  readonly topic: string;
  readonly occurred_at: Date;
  readonly published_at: Date | null;
  readonly traceparent: string | null;
}

/** Its events, as long as the outbox keeps them, with the trace of the request that caused each. */
export async function eventsOf(
  reads: OperatorQuery,
  { service, place }: Of,
): Promise<StoryEntry[]> {
  const events = await reads.select<EventRow>('outbox', (select) =>
    select
      .select(
        ['event_name', 'topic', 'occurred_at', 'published_at', 'traceparent'].map(
          (column) => `t.${column} AS "${column}"`,
        ),
      )
      .where('t.topic IN (:...topics)', { topics: eventTopics() })
      .andWhere('t.message_key = :id', { id: place.id })
      .andWhere('t.customer_app_id = :app', { app: place.customerAppId })
      .orderBy('t.position'),
  );
  return events.map((event) => {
    const traceId = event.traceparent?.split('-')[1];
    return {
      at: event.occurred_at.toISOString(),
      entry: 'EVENT',
      service,
      title: event.event_name,
      details: { topic: event.topic, published: event.published_at?.toISOString() ?? 'not yet' },
      ...(traceId ? { trace_id: traceId } : {}),
    };
  });
}
