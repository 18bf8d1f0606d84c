import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';

export interface OpenLoop<T> {
  readonly items: readonly T[];
  /** Items per second, at equal distances. */
  readonly rate: number;
  readonly work: (item: T) => Promise<unknown>;
}

const TICK_MS = 1;

/**
 * Starts `work` on each item at its planned time, however slow the answers to the earlier ones are,
 * and resolves with the times in ms from the planned start to the end: waiting in a queue counts,
 * here too, so a stall is felt by everything that was planned meanwhile.
 */
export async function openLoop<T>({ items, rate, work }: OpenLoop<T>): Promise<number[]> {
  const begin = performance.now();
  const running: Promise<number>[] = [];
  for (const [index, item] of items.entries()) {
    const planned = begin + (index * 1000) / rate;
    while (performance.now() < planned) await pause(TICK_MS);
    running.push(awaitedLater(work(item).then(() => performance.now() - planned)));
  }
  return Promise.all(running);
}
