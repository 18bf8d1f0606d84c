import { setTimeout as pause } from 'node:timers/promises';
import { patient } from './patient.js';

export interface EventuallyOptions {
  /** Milliseconds until it gives up, on two idle cores; 10 s when absent. */
  readonly deadlineMs?: number;
  /**
   * The condition, as the end of "waited for …", or a function that also describes the present
   * state.
   */
  readonly describe?: string | (() => string | Promise<string>);
}

type Nothing = undefined | null | false;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/**
 * Waits until `probe` returns a value (not undefined, null or false) without an error, and returns
 * it. At the deadline it throws, with the condition and the last state: the probe's last error,
 * otherwise its last value.
 */
export async function eventually<T>(
  probe: () => Promise<T | Nothing> | T | Nothing,
  options: EventuallyOptions = {},
): Promise<T> {
  const { deadlineMs = 10_000 } = options;
  const deadline = performance.now() + patient(deadlineMs);
  let wait = FIRST_PAUSE_MS;
  for (;;) {
    const attempt = await tryOnce(probe);
    if ('value' in attempt) return attempt.value;
    if (performance.now() >= deadline) {
      const what = await describeWait(options.describe);
      throw new Error(`waited ${deadlineMs} ms for ${what}; last state: ${attempt.state}`, {
        cause: attempt.cause,
      });
    }
    await pause(wait);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

type Attempt<T> = { readonly value: T } | { readonly state: string; readonly cause?: unknown };

async function tryOnce<T>(probe: () => Promise<T | Nothing> | T | Nothing): Promise<Attempt<T>> {
  try {
    const value = await probe();
    if (value === undefined || value === null || value === false) return { state: String(value) };
    return { value };
  } catch (error) {
    return { state: error instanceof Error ? error.message : String(error), cause: error };
  }
}

async function describeWait(describe: EventuallyOptions['describe']): Promise<string> {
  if (typeof describe === 'function') return describe();
  return describe ?? 'a condition';
}
