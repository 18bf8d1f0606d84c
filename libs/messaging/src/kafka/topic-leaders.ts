import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Waits until the leaders of all partitions answer. The broker tells of a new topic a moment before
 * its partitions can be used, and again of each leader that moves. Throws the last error at 60 s.
 * One question at a time: a broker that is slow to make its partitions is not helped by more.
 */
export async function untilLed(admin: Admin, topics: readonly string[]): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (const topic of topics) await untilTopicLed(admin, topic, deadline);
}

async function untilTopicLed(admin: Admin, topic: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}
