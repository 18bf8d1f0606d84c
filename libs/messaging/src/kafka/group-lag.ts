import type { Admin, Kafka } from 'kafkajs';
import { LazyClient } from './lazy-client.js';

type CommittedTopic = Awaited<ReturnType<Admin['fetchOffsets']>>[number];

/** The number of messages that a consumer group has not read, from the broker. */
export class GroupLag {
  readonly #admin: LazyClient<Admin>;

  constructor(
    kafka: Pick<Kafka, 'admin'>,
    private readonly group: string,
  ) {
    this.#admin = new LazyClient(() => kafka.admin());
  }

  /** Messages behind the committed offsets of the group, over all partitions of the topics. */
  async unread(topics: readonly string[]): Promise<number> {
    const counts = await this.unreadByTopic(topics);
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Messages behind the committed offsets of the group, over all partitions of each topic. */
  async unreadByTopic(topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (topics.length === 0) return new Map();
    return this.#admin.use(async (admin) => {
      const committed = await admin.fetchOffsets({ groupId: this.group, topics: [...topics] });
      const counts = committed.map(async (each) => {
        const unread = unreadOf(each, await admin.fetchTopicOffsets(each.topic));
        return [each.topic, unread] as const;
      });
      return new Map(await Promise.all(counts));
    });
  }

  close(): Promise<void> {
    return this.#admin.close();
  }
}

/**
 * Moves a consumer group, of which no member runs, to the present end of its topics, so that it
 * skips earlier messages. Returns the number of skipped messages.
 */
export async function skipToEnd(
  kafka: Pick<Kafka, 'admin'>,
  { group: groupId, topics }: { readonly group: string; readonly topics: readonly string[] },
): Promise<number> {
  if (topics.length === 0) return 0;
  const admin = kafka.admin();
  await admin.connect();
  try {
    let skipped = 0;
    for (const committed of await admin.fetchOffsets({ groupId, topics: [...topics] })) {
      const { topic } = committed;
      const ends = await admin.fetchTopicOffsets(topic);
      const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
      await admin.setOffsets({ groupId, topic, partitions });
      skipped += unreadOf(committed, ends);
    }
    return skipped;
  } finally {
    await admin.disconnect();
  }
}

function unreadOf(
  { partitions }: CommittedTopic,
  ends: Awaited<ReturnType<Admin['fetchTopicOffsets']>>,
): number {
  // -1 where nothing was read.
  const read = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.reduce((sum, { partition, low, high }) => {
    const next = read.get(partition) ?? -1;
    return sum + Number(high) - (next < 0 ? Number(low) : next);
  }, 0);
}
