import { eventually } from '@towpath/local-system';
import type { SuiteCheck } from './suite-check.js';

/** An event for a consumer; the same ID is the same event. */
export interface SuiteEvent {
  readonly eventId: string;
  /** Names the aggregate, the message key. */
  readonly aggregate: string;
  /** Counts the aggregate's events from 1. */
  readonly sequence: number;
}

/** A consumer of one kind of event, behind a real topic and a real database. */
export interface ConsumerSubject {
  /** A new event ID or aggregate ID. */
  newId(): string;
  publish(event: SuiteEvent): Promise<void>;
  /** Publishes, in place of the event, a payload that the event's class refuses. */
  publishInvalid(event: SuiteEvent): Promise<void>;
  /** Sequences of the aggregate's events that took effect, in the order of their effects. */
  effects(aggregate: string): Promise<readonly number[]>;
  /** Number of parked messages of the aggregate. */
  parked(aggregate: string): Promise<number>;
  /** Milliseconds for an effect; 30 s when absent, since joining a group takes some seconds. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 30_000;

export const CONSUMER_CHECKS: readonly SuiteCheck<ConsumerSubject>[] = [
  {
    name: 'takes effect in order, once however often an event arrives',
    faults: async (consumer) => {
      const [first, second, last] = eventsOf(consumer);
      for (const event of [first, first, second, first, second, last]) {
        await consumer.publish(event);
      }
      // Messages of one key are handled in order: after the last one nothing can follow.
      return reaches(consumer, last.aggregate, { effects: [1, 2, 3], parked: 0 });
    },
  },
  {
    name: 'parks an invalid event with those behind it, and goes on with other aggregates',
    faults: async (consumer) => {
      const [invalid, follower] = eventsOf(consumer);
      const [other] = eventsOf(consumer);
      await consumer.publishInvalid(invalid);
      await consumer.publish(follower);
      await consumer.publish(other);
      return [
        ...(await reaches(consumer, other.aggregate, { effects: [1], parked: 0 })),
        ...(await reaches(consumer, invalid.aggregate, { effects: [], parked: 2 })),
      ];
    },
  },
];

function eventsOf(consumer: ConsumerSubject): [SuiteEvent, SuiteEvent, SuiteEvent] {
  const aggregate = consumer.newId();
  const event = (sequence: number) => ({ eventId: consumer.newId(), aggregate, sequence });
  return [event(1), event(2), event(3)];
}

interface Outcome {
  readonly effects: readonly number[];
  readonly parked: number;
}

/** Waits until the last effect and all parked messages are there, then compares exactly. */
async function reaches(
  consumer: ConsumerSubject,
  aggregate: string,
  wanted: Outcome,
): Promise<string[]> {
  const last = wanted.effects.at(-1);
  const complete = async (): Promise<boolean> =>
    (last === undefined || (await consumer.effects(aggregate)).includes(last)) &&
    (await consumer.parked(aggregate)) >= wanted.parked;
  const options = {
    deadlineMs: consumer.deadlineMs ?? DEADLINE_MS,
    describe: `the events of ${aggregate}`,
  };
  const late = await eventually(complete, options).then(
    () => [],
    (error: Error) => [error.message],
  );
  const effects = await consumer.effects(aggregate);
  const parked = await consumer.parked(aggregate);
  return [
    ...late,
    ...(effects.join() === wanted.effects.join()
      ? []
      : [`effects of events [${effects.join()}] instead of [${wanted.effects.join()}]`]),
    ...(parked === wanted.parked ? [] : [`${parked} parked instead of ${wanted.parked}`]),
  ];
}
