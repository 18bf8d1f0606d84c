import { eventRegistry } from '@towpath/contracts';
import { createKafkaClient, EventProbe, type ProbedEvent } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually } from '@towpath/testing';
import type { TopicMessage } from './evidence.js';

const READ_DEADLINE_MS = 120_000;

/** Every message of every event topic, from the first to the last that is there now. */
export async function readTopics(brokers: string): Promise<TopicMessage[]> {
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
