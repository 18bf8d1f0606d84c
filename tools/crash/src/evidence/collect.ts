import type { System } from '@towpath/local-system';
import type { Consumer } from '../load/consumer.js';
import type { Databases } from './databases.js';
import type {
  Evidence,
  OutboxRow,
  RowOf,
  StateChangeRow,
  StoredRows,
  TopicMessage,
} from './evidence.js';
import { DATABASES, HISTORIES, OUTBOX, TABLES, type Table } from './tables.js';
import { eventRegistry, SERVICE_NAMES } from '@towpath/contracts';
import { createKafkaClient, EventProbe, type ProbedEvent } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually } from '@towpath/testing';

const READ_DEADLINE_MS = 120_000;

interface Sources extends Pick<Evidence, 'calls' | 'unfinished' | 'ended'> {
  readonly system: System;
  readonly databases: Databases;
  readonly consumer: Consumer;
}

/** Reads the records of all sides, once all work is done. */
export async function collect(sources: Sources): Promise<Evidence> {
  const { system, databases, consumer, ...known } = sources;
  const stored = await readStored(databases);
  const key = await fetch(`${system.baseUrl}/webhooks/public_key.pem`);
  const received = consumer.received(await key.text());
  return {
    ...known,
    ...stored,
    books: { ...stored.books, changes: await readChanges(databases) },
    outbox: await readOutboxes(databases),
    messages: await readTopics(system.kafkaBrokers),
    webhooks: { ...stored.webhooks, endpoints: consumer.endpoints, received },
  };
}

/** Every message of every event topic, from the first to the last that is there now. */
async function readTopics(brokers: string): Promise<TopicMessage[]> {
  const topics = [...new Set(eventRegistry.all().map(({ topic }) => topic))];
  const expected = await messageCounts(brokers, topics);
  const probe = await EventProbe.start({
    brokers: brokers.split(','),
    topics,
    from: 'beginning',
  });
  try {
    await eventually(() => probe.received.length >= expected, {
      deadlineMs: READ_DEADLINE_MS,
      describe: () => `${expected} messages (read ${probe.received.length})`,
    });
    return probe.received.map(toMessage);
  } finally {
    await probe.stop();
  }
}

async function messageCounts(brokers: string, topics: readonly string[]): Promise<number> {
  const options = { brokers: brokers.split(','), clientId: 'crash', logger: silentLogger() };
  const admin = createKafkaClient(options).admin();
  await admin.connect();
  try {
    const offsets = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
    return offsets.flat().reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  } finally {
    await admin.disconnect();
  }
}

function toMessage({
  topic,
  partition,
  offset,
  key,
  headers,
  ...event
}: ProbedEvent): TopicMessage {
  return {
    topic,
    partition,
    offset: Number(offset),
    key,
    event_id: headers['ce_id'] ?? '',
    event_name: event.name,
    sequence: Number(headers['sequence']),
    customer_app_id: headers['customerappid'] ?? '',
    payload: event.payload as Record<string, unknown>,
  };
}

async function readStored(databases: Databases): Promise<StoredRows> {
  const groups = Object.entries(TABLES).map(async ([group, tables]) => {
    const service = DATABASES[group as keyof typeof TABLES];
    const lists = Object.entries<Table>(tables).map(async ([name, table]) => {
      return [name, await databases.rows(table.of ?? service, { sql: select(table) })] as const;
    });
    return [group, Object.fromEntries(await Promise.all(lists))] as const;
  });
  return Object.fromEntries(await Promise.all(groups)) as unknown as StoredRows;
}

function select({ from, text, typed = '', sql = {} }: Table): string {
  const words = `customer_app_id ${text} ${typed}`.trim().split(/\s+/);
  const names = words.map((word) => word.replace(/:.*/, ''));
  return `SELECT ${names.map((name) => `${sql[name] ?? `"${name}"`} AS "${name}"`).join()} FROM ${from}`;
}

async function readChanges(databases: Databases): Promise<StateChangeRow[]> {
  const histories = Object.entries(HISTORIES).map(([history, [service, id, from]]) => {
    const table = from ?? `${history.replaceAll('-', '_')}_state_changes`;
    return databases.rows<StateChangeRow>(service, {
      sql: `SELECT '${history}' AS history, customer_app_id, ${id} AS id, sequence, from_status,
              to_status FROM ${table}`,
    });
  });
  return (await Promise.all(histories)).flat();
}

async function readOutboxes(databases: Databases): Promise<OutboxRow[]> {
  const outboxes = SERVICE_NAMES.map(async (service) => {
    const rows = await databases.rows<RowOf<typeof OUTBOX>>(service, { sql: select(OUTBOX) });
    return rows.map((row) => ({ ...row, service }));
  });
  return (await Promise.all(outboxes)).flat();
}
