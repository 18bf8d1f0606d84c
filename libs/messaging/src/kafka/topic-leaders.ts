import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Waits until the leaders of all partitions answer. The broker announces a new topic, or a new
 * leader, a moment before it can be used. Throws the last error after 60 s. It sends one request at
 * a time, because more requests do not help a slow broker.
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
