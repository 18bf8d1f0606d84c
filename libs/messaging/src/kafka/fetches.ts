import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

export interface Batch {
  isEmpty(): boolean;
  isEmptyDueToFiltering(): boolean;
}

export interface ConsumerGroup {
  readonly groupId: string;
  maxWaitTime: number;
  readonly subscriptionState: { paused(): readonly unknown[] };
  fetch(nodeId: number): Promise<readonly Batch[]>;
}

/** Measurements of the group's fetches. */
interface Pace {
  readonly longestMs: number;
  busy: boolean;
  answeredAt: number;
}

/** For so long after a message in ms, requests behind a waiting fetch wait too. */
const BUSY_MS = 50;
/** While a partition is paused: once resumed, it is in the next fetch. */
const PAUSED_MS = 250;

let patched = false;
const gaps = new Map<string, number>();

/**
 * Members of this group in this process pause for so many ms between an answer with messages and
 * the next fetch. Messages of a steady stream then arrive together; the cost of a fetch hardly
 * depends on its size. The first message after a quiet period does not wait.
 */
export function leaveGaps(groupId: string, gapMs: number): void {
  gaps.set(groupId, gapMs);
}

/** Once for the process. */
export function fixFetches(): void {
  if (patched) return;
  patched = true;
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/consumer/consumerGroup') as { prototype: ConsumerGroup };
  paceFetches(prototype);
}

/**
 * Makes fetches cheap. Each answer names every partition, a hundred and more in some services, and
 * KafkaJS hands each to a worker, with or without messages. Those without are dropped here: nothing
 * would be done for them but a sign of life, which is given for an answer without any as well.
 *
 * A broker answers the requests of a connection one after the other: a commit of offsets waits for the
 * fetch before it. So a fetch waits long for a message only when the one before found none.
 */
export function paceFetches(prototype: ConsumerGroup): void {
  const fetch = prototype.fetch;
  const paces = new WeakMap<ConsumerGroup, Pace>();
  prototype.fetch = async function fetchMessages(this: ConsumerGroup, nodeId: number) {
    const pace = paces.get(this) ?? newPace(this.maxWaitTime);
    paces.set(this, pace);
    const early = pace.answeredAt + (gaps.get(this.groupId) ?? 0) - performance.now();
    if (pace.busy && early > 0) await pause(early);
    this.maxWaitTime = waitOf(pace, this.subscriptionState.paused().length > 0);
    const all = await fetch.call(this, nodeId);
    // Messages of which none is for us move the offset all the same.
    const batches = all.filter((batch) => !batch.isEmpty() || batch.isEmptyDueToFiltering());
    pace.busy = batches.length > 0;
    pace.answeredAt = performance.now();
    return batches;
  };
}

function newPace(longestMs: number): Pace {
  return { longestMs, busy: false, answeredAt: -Infinity };
}

function waitOf({ longestMs, busy }: Pace, paused: boolean): number {
  return Math.min(longestMs, busy ? BUSY_MS : longestMs, paused ? PAUSED_MS : longestMs);
}
