import type { TestClockResponse } from '@towpath/sdk';
import type { Towpath } from '@towpath/sdk';
import { Refusal, UsageError } from './failure.js';
import type { Progress, Session } from './session.js';
import { until } from './until.js';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const MS_PER_S = 1_000;
/** What the API itself gives an advance. */
const LONGEST_ADVANCE_MS = 3_600_000;

/** `90s`, `2d` or `1d12h` in seconds. */
export function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)([smhdw])/g)];
  const seconds = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0),
    0,
  );
  if (parts.map(([part]) => part).join('') === duration && seconds > 0) return seconds;
  throw new UsageError(`${duration} is no duration: write 90s, 15m, 12h, 2d, 1w or 1d12h.`);
}

/** An instant as `2026-12-24` or `2026-12-24T10:00:00Z`. */
export function instantOf(text: string): Date {
  const instant = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(`${text} is no time: write 2026-12-24 or 2026-12-24T10:00:00Z.`);
}

/** The clock of a test app; any other app is refused with `NOT_A_TEST_APP`. */
export function readClock(towpath: Towpath): Promise<TestClockResponse> {
  return towpath.getTestClock();
}

/** Moves the clock, and waits until everything that was due has happened. */
export async function advanceClock(
  towpath: Towpath,
  seconds: number,
  progress: Progress,
): Promise<TestClockResponse> {
  await settled(towpath, progress);
  await towpath.updateTestClock({ body: { advance_seconds: seconds } });
  return settled(towpath, progress);
}

function settled(towpath: Towpath, progress: Progress): Promise<TestClockResponse> {
  const ask = async () => {
    const clock = await readClock(towpath);
    if (!clock.advancing_to) return clock;
    progress(`at ${clock.now}, on the way to ${clock.advancing_to}`);
    return undefined;
  };
  return until('The advance of the clock', ask, LONGEST_ADVANCE_MS);
}

export async function showClock({ towpath, output }: Session): Promise<void> {
  show(output, await readClock(towpath));
}

export async function moveClock({ towpath, output }: Session, seconds: number): Promise<void> {
  const moved = await output.during(`The clock advances by ${seconds} s`, (progress) =>
    advanceClock(towpath, seconds, progress),
  );
  show(output, moved);
}

export async function setClock(session: Session, instant: Date): Promise<void> {
  // An advance that runs moves it on.
  const { now } = await settled(session.towpath, () => undefined);
  const seconds = Math.ceil((instant.getTime() - Date.parse(now)) / MS_PER_S);
  if (seconds <= 0) throw new Refusal(`The clock of an app never goes back: it is at ${now}.`);
  await moveClock(session, seconds);
}

export async function freezeClock({ towpath, output }: Session, frozen: boolean): Promise<void> {
  show(output, await towpath.updateTestClock({ body: { frozen } }));
}

function show(output: Session['output'], clock: TestClockResponse): void {
  output.result(clock, `${clock.now}${clock.frozen ? ' (frozen)' : ''}`);
}
