import { setTimeout as pause } from 'node:timers/promises';
import type { Merchant } from '@towpath/testing';
import type { Databases } from '../evidence/databases.js';
import { backlog } from './backlog.js';

const POLL_MS = 500;
/** Looks in a row that must find nothing: work may be between two places for a moment. */
const QUIET_POLLS = 4;
const QUIET_DEADLINE_MS = 240_000;
const CLOCK_DEADLINE_MS = 180_000;

/** Waits until nothing is left to do; tells what is left at the deadline. */
export async function untilQuiet(databases: Databases): Promise<string[]> {
  const deadline = performance.now() + QUIET_DEADLINE_MS;
  for (let quiet = 0; ;) {
    const left = await backlog(databases);
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (quiet === QUIET_POLLS) return [];
    if (performance.now() > deadline) return left;
    await pause(POLL_MS);
  }
}

/** Moves an app's clock; a 503 means that it arrived only part of the way. */
export async function advance(
  merchant: Merchant,
  { seconds }: { readonly seconds: number },
): Promise<void> {
  const deadline = performance.now() + CLOCK_DEADLINE_MS;
  for (;;) {
    try {
      await merchant.advanceClock(seconds);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}
