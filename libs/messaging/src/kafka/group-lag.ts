import { awaitedLater } from '@towpath/kernel';
import type { Admin, Kafka } from 'kafkajs';

/** The number of messages that a consumer group has not read, from the broker. */
export class GroupLag {
  #admin: Promise<Admin> | undefined;

  constructor(
    private readonly kafka: Pick<Kafka, 'admin'>,
    private readonly group: string,
  ) {}

  /** Messages behind the committed offsets of the group, over all partitions of the topics. */
  async unread(topics: readonly string[]): Promise<number> {
    if (topics.length === 0) return 0;
    const connecting = (this.#admin ??= awaitedLater(this.#connect()));
    try {
      const admin = await connecting;
      const committed = await admin.fetchOffsets({ groupId: this.group, topics: [...topics] });
      const counts = await Promise.all(
        committed.map(async ({ topic, partitions }) => {
          const ends = await admin.fetchTopicOffsets(topic);
          const read = new Map(partitions.map((p) => [p.partition, Number(p.offset)]));
          return ends.reduce((sum, { partition, low, high }) => {
            const next = read.get(partition) ?? -1;
            return sum + Number(high) - (next < 0 ? Number(low) : next);
          }, 0);
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const last = this.#admin;
    this.#admin = undefined;
    await last?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  async #connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    await admin.connect();
    return admin;
  }
}
