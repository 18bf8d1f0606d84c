import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerAppId } from '@towpath/kernel';
import type { Work } from './work.js';

interface Waiting {
  readonly works: readonly Work[];
  readonly done: (fresh: FreshEvents) => void;
  readonly failed: (error: unknown) => void;
}

/** IDs of the events that had no effect before. */
export type FreshEvents = ReadonlySet<string>;

const MAX_TOGETHER = 200;
/** Batches of one fetch, a partition each, are read within it. */
const GATHER_MS = 4;

/**
 * Gathers the events of one customer app, from any number of partitions, into one transaction: those
 * of one fetch, and those that wait while a transaction is being written. Transactions grow with the
 * load. The works of one call stay in their order and in one transaction.
 */
export class GatheredEffects {
  readonly #waiting = new Map<CustomerAppId, Waiting[]>();

  /** @param effect writes all of it in one transaction, or nothing */
  constructor(
    private readonly effect: (app: CustomerAppId, works: readonly Work[]) => Promise<FreshEvents>,
  ) {}

  /** Resolves when the effect of all works is committed; rejects when nothing of them is. */
  add(app: CustomerAppId, works: readonly Work[]): Promise<FreshEvents> {
    return new Promise((done, failed) => {
      const entry = { works, done, failed };
      const queue = this.#waiting.get(app);
      if (queue) {
        queue.push(entry);
        return;
      }
      this.#waiting.set(app, [entry]);
      void this.#writeAll(app);
    });
  }

  async #writeAll(app: CustomerAppId): Promise<void> {
    const queue = this.#waiting.get(app) ?? [];
    await pause(GATHER_MS);
    while (queue.length > 0) {
      const next = takeFrom(queue);
      try {
        const fresh = await this.effect(
          app,
          next.flatMap(({ works }) => works),
        );
        next.forEach(({ done }) => done(fresh));
      } catch (error) {
        next.forEach(({ failed }) => failed(error));
      }
    }
    this.#waiting.delete(app);
  }
}

/** As many as one transaction accepts, and at least one. */
function takeFrom(queue: Waiting[]): Waiting[] {
  let count = 0;
  let events = 0;
  for (const { works } of queue) {
    if (count > 0 && events + works.length > MAX_TOGETHER) break;
    events += works.length;
    count += 1;
  }
  return queue.splice(0, count);
}
