import { eventTopics, type ServiceName } from '@towpath/contracts';
import type { StoryEntry } from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import type { ReadTable } from '@towpath/persistence';
import type { ResourceId } from './operated-resource.js';
import type { StoryReads } from './story-reads.js';

interface Of {
  readonly service: ServiceName;
  readonly table: ReadTable;
  readonly place: ResourceId;
}

interface OfEach extends Omit<Of, 'place'> {
  readonly customerAppId: CustomerAppId;
  /** Which rows of the table, as the query names it: `t`. */
  readonly where: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface Move {
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
  readonly command: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** The moves of a resource through its states; of some commands without their reasons. */
export async function movesOf(
  reads: StoryReads,
  { place: { customerAppId, id }, ...of }: Of,
  withoutReasons: readonly string[] = [],
): Promise<StoryEntry[]> {
  const chosen = { where: `t.${idOf(of.table)} = :id`, parameters: { id } };
  const moves = await movesOfEach(reads, { ...of, customerAppId, ...chosen }, withoutReasons);
  return moves.get(id) ?? [];
}

const idOf = (table: ReadTable): string => table.column(table.options.key.at(-1) ?? '');

/** The newest moves of several resources of one table, also of old ones, by their IDs. */
export async function movesOfEach(
  reads: StoryReads,
  { service, table, customerAppId: app, where, parameters }: OfEach,
  withoutReasons: readonly string[] = [],
): Promise<ReadonlyMap<string, StoryEntry[]>> {
  const { history } = table.options;
  if (!history) return new Map();
  const id = idOf(table);
  const moves = await reads.select<Move>(history.table, {
    by: ['occurred_at', 'sequence'],
    build: (select) =>
      select
        .select(`t.${id}`, 'id')
        .addSelect('t.from_status', 'from')
        .addSelect('t.to_status', 'to')
        .addSelect('t.command', 'command')
        .addSelect('t.reason', 'reason')
        .addSelect('t.occurred_at', 'at')
        .where('t.customer_app_id = :app', { app })
        .andWhere(
          `t.${id} IN (SELECT t.${id} FROM ${table.name} t
             WHERE t.customer_app_id = :app AND (${where}))`,
          parameters,
        ),
  });
  const entryOf = ({ from, to, command, reason, at }: Move): StoryEntry => ({
    at: at.toISOString(),
    entry: 'STATE',
    service,
    title: from === null || from === to ? to : `${from} → ${to}`,
    ...(reason === null || withoutReasons.includes(command) ? {} : { reason }),
    details: { command },
  });
  const byId = Map.groupBy(moves, (move) => move.id);
  return new Map([...byId].map(([each, its]) => [each, its.map(entryOf)]));
}

interface EventRow {
  readonly event_name: string;
  readonly topic: string;
  readonly occurred_at: Date;
  readonly published_at: Date | null;
  readonly traceparent: string | null;
}

/** Its events, as long as the outbox keeps them, with the trace of the request that caused each. */
export async function eventsOf(reads: StoryReads, { service, place }: Of): Promise<StoryEntry[]> {
  const columns = ['event_name', 'topic', 'occurred_at', 'published_at', 'traceparent'];
  const events = await reads.select<EventRow>('outbox', {
    by: ['occurred_at', 'position'],
    build: (select) =>
      select
        .select(columns.map((column) => `t.${column} AS "${column}"`))
        .where('t.topic IN (:...topics)', { topics: eventTopics() })
        .andWhere('t.message_key = :id', { id: place.id })
        .andWhere('t.customer_app_id = :app', { app: place.customerAppId }),
  });
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
