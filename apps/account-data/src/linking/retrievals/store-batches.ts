import { awaitedLater } from '@towpath/kernel';
import type {
  ProductOutcome,
  RetrievedBatch,
} from '../../banks/institution-connections/retrieved-rows.js';

interface BatchKeeper {
  /** Batches in any order and at the same time, but the last one. */
  store(batch: RetrievedBatch): Promise<void>;
  /** All batches to this cursor are stored. False ends it. */
  reached(cursor: string): Promise<boolean>;
}

/**
 * Stores batches, two at a time. The last one waits for all others, because it may remove rows that
 * none of them had. Null if it ended before the last one.
 */
export async function storeBatches(
  batches: AsyncIterable<RetrievedBatch>,
  keeper: BatchKeeper,
): Promise<ProductOutcome | null> {
  /** Result of the previous batch, and so of all earlier ones. */
  let before: Promise<boolean> = Promise.resolve(true);
  let known = '';
  try {
    for await (const { accounts = [], ...rows } of batches) {
      const text = JSON.stringify(accounts);
      const isNew = text !== known;
      known = text;
      if ((rows.outcome ?? isNew) && !(await before)) return null;
      const storing = keeper.store(isNew ? { ...rows, accounts } : rows);
      if (rows.outcome) {
        await storing;
        return rows.outcome;
      }
      const previous = before;
      before = awaitedLater(inTurn(previous, storing, () => keeper.reached(rows.cursor)));
      // Rows name their accounts: these are there first.
      if (!(await (isNew ? before : previous))) return null;
    }
  } finally {
    await Promise.allSettled([before]);
  }
  return null;
}

/** Resolves when both have settled, also after a failure. */
async function inTurn(
  previous: Promise<boolean>,
  storing: Promise<void>,
  next: () => Promise<boolean>,
): Promise<boolean> {
  await Promise.allSettled([previous, storing]);
  await storing;
  return (await previous) && next();
}

/**
 * Returns the same items, and fetches the next one while one is handled. A failed fetch is reported
 * in its turn, after the items before it.
 */
export async function* fetchAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = items[Symbol.asyncIterator]();
  let coming = iterator.next();
  try {
    for (;;) {
      const { value, done } = await coming;
      if (done) return;
      coming = awaitedLater(iterator.next());
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
