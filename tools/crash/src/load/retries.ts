import { setTimeout as pause } from 'node:timers/promises';
import { UnexpectedAnswer, type ApiAnswer } from '@towpath/testing';
import type { Journal } from './journal.js';

const REPEAT_AFTER_MS = 250;
const FIRST_SERVER_ERROR = 500;

interface Persistence {
  readonly journal: Journal;
  /** Ends all repeating. */
  readonly signal: AbortSignal;
}

/** Repeats a step that got no answer; undefined when it was refused or time is up. */
export async function retryUntilAnswered<T>(
  { journal, signal }: Persistence,
  step: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof UnexpectedAnswer && error.answer.status < FIRST_SERVER_ERROR) {
        return undefined;
      }
      journal.noteError();
      await pause(REPEAT_AFTER_MS);
    }
  }
  return undefined;
}

/** The same for what answers anything: its body when it is 200. */
export function retryUntilAcknowledged<T>(
  persistence: Persistence,
  step: () => Promise<ApiAnswer<T>>,
): Promise<T | undefined> {
  return retryUntilAnswered(persistence, async () => {
    const answer = await step();
    if (answer.status === 200) return answer.body;
    throw new UnexpectedAnswer({ method: 'POST', path: 'a step' }, answer);
  });
}
