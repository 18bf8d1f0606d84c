import type { Origin } from './raw-message.js';

/** Earlier tries of the first unhandled message of a partition. */
export interface Struggle {
  readonly offset: string;
  /** Tries that count towards parking. */
  attempts: number;
  /** Failures that are nobody's fault: the database or the broker is away. */
  waits: number;
}

/** Key of a partition. */
export function placeOf({ topic, partition }: Origin): string {
  return `${topic}/${partition}`;
}
