import type { Origin } from './raw-message.js';

/** Earlier tries of the first unhandled message of a partition. */
export interface RetryState {
  readonly offset: string;
  /** Tries that count towards parking. */
  attempts: number;
  /** Failures without a fault of the message: database or broker are unavailable. */
  waits: number;
}

/** Key of a partition. */
export function placeOf({ topic, partition }: Origin): string {
  return `${topic}/${partition}`;
}
