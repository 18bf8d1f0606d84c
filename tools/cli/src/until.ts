import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from './failure.js';

const POLL_MS = 250;
const DEADLINE_MS = 60_000;

/** Asks until there is something. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > end)
      throw new Refusal(`${what} did not happen within ${deadlineMs / 1_000} s.`);
    await pause(POLL_MS);
  }
}
