import { setTimeout as pause } from 'node:timers/promises';
import type { Chaos } from '../chaos/chaos.js';
import type { Databases } from '../evidence/databases.js';
import type { Load } from '../load/load.js';
import { dueBacklog } from './backlog.js';

/** How the system came back after the last kill; times in ms after it. */
export interface Recovery {
  readonly victim: string;
  /** The last call without an answer, or with 5xx; 0 when there was none. */
  readonly errorsStoppedMs: number;
  /** When nothing was left that could be done; null when it did not come to that. */
  readonly backlogEmptyMs: number | null;
  /** What was left at the deadline, in words. */
  readonly left: readonly string[];
}

export const ERRORS_STOP_WITHIN_MS = 5_000;
export const BACKLOG_EMPTY_WITHIN_MS = 30_000;
/** The load outlives the budget of errors, or a late error would not be seen. */
const LOAD_GOES_ON_MS = 8_000;
const GIVE_UP_MS = 2 * BACKLOG_EMPTY_WITHIN_MS;
const POLL_MS = 250;

/** Kills one more process, brings it back at once, and watches callers and backlog. */
export async function recover(
  victim: string,
  { chaos, load, databases }: { chaos: Chaos; load: Load; databases: Databases },
): Promise<Recovery> {
  await chaos.killNow(victim);
  const since = () => performance.now() - chaos.lastKillAt;
  await pause(Math.max(0, LOAD_GOES_ON_MS - since()));
  await load.stop();
  let left = await dueBacklog(databases);
  while (left.length > 0 && since() < GIVE_UP_MS) {
    await pause(POLL_MS);
    left = await dueBacklog(databases);
  }
  return {
    victim,
    errorsStoppedMs: Math.max(0, load.journal.lastErrorAt - chaos.lastKillAt),
    backlogEmptyMs: left.length === 0 ? since() : null,
    left,
  };
}

/** What exceeded the budget, in words. */
export function exceeded(recovery: Recovery): string[] {
  const { errorsStoppedMs, backlogEmptyMs, left } = recovery;
  const late = backlogEmptyMs === null || backlogEmptyMs > BACKLOG_EMPTY_WITHIN_MS;
  return [
    ...(errorsStoppedMs > ERRORS_STOP_WITHIN_MS
      ? [`errors went on for ${seconds(errorsStoppedMs)} after the last kill`]
      : []),
    ...(late ? [['the backlog was not empty in time', ...left].join(', ')] : []),
  ];
}

/** `after the last kill (Kafka): errors for 0.4 s of 5, backlog for 8.6 s of 30`. */
export function described({ victim, errorsStoppedMs, backlogEmptyMs }: Recovery): string {
  const backlog = backlogEmptyMs === null ? 'for too long' : `for ${seconds(backlogEmptyMs)}`;
  return (
    `after the last kill (${victim}): errors for ${seconds(errorsStoppedMs)} ` +
    `of ${ERRORS_STOP_WITHIN_MS / 1_000}, backlog ${backlog} of ${BACKLOG_EMPTY_WITHIN_MS / 1_000}`
  );
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
