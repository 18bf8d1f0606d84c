import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

const DEADLINE_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Waits until the leaders of all partitions answer. The broker tells of a new topic a moment before
 * its partitions can be used, and again of each leader that moves. Throws the last error at 15 s.
 */
export async function untilLed(admin: Admin, topic: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
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
