import type { Admin, Kafka } from 'kafkajs';

export interface SkipToEnd {
  /** The consumer group; none of its members may run. */
  readonly group: string;
  readonly topics: readonly string[];
}

/**
 * Moves a consumer group to the present end of its topics, so that it skips earlier messages.
 * Returns the number of skipped messages.
 */
export async function skipToEnd(
  kafka: Pick<Kafka, 'admin'>,
  { group, topics }: SkipToEnd,
): Promise<number> {
  if (topics.length === 0) return 0;
  const admin = kafka.admin();
  await admin.connect();
  try {
    const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    let skipped = 0;
    for (const { topic, partitions } of committed) {
      skipped += await skipTopic(admin, { group, topic, read: new Map(partitions.map(toPair)) });
    }
    return skipped;
  } finally {
    await admin.disconnect();
  }
}

const toPair = ({ partition, offset }: { readonly partition: number; readonly offset: string }) =>
  [partition, Number(offset)] as const;

interface SkippedTopic {
  readonly group: string;
  readonly topic: string;
  /** By partition; -1 where nothing was read. */
  readonly read: ReadonlyMap<number, number>;
}

async function skipTopic(admin: Admin, { group, topic, read }: SkippedTopic): Promise<number> {
  const ends = await admin.fetchTopicOffsets(topic);
  const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
  await admin.setOffsets({ groupId: group, topic, partitions });
  return ends.reduce((sum, { partition, low, high }) => {
    const next = read.get(partition) ?? -1;
    return sum + Number(high) - (next < 0 ? Number(low) : next);
  }, 0);
}
