import { DomainError } from '@towpath/kernel';

import { remainingBudget } from '../context/deadline.js';

/**
 * How rows are completed with data of another service. `fetch` is one batched call for the keys of
 * many rows; a key without data is absent from its result.
 */
export interface Composition<Row, Key extends string, Part, Out> {
  readonly rows: readonly Row[];
  /** The key of the row's part; undefined for rows that have none. */
  readonly keyOf: (row: Row) => Key | undefined;
  readonly fetch: (
    keys: readonly Key[],
    options: { readonly deadlineMs: number },
  ) => Promise<ReadonlyMap<Key, Part>>;
  readonly merge: (row: Row, part: Part | undefined) => Out;
  /** Longest time in ms for all batches, within the request's own budget. */
  readonly deadlineMs: number;
  /**
   * Called with the reason if the owner does not answer; the rows are then returned without their
   * parts. Without it, such a read answers 503. Rows are never dropped.
   */
  readonly onAbsent?: ((error: unknown) => void) | undefined;
  /** Most keys of one call. */
  readonly batchSize?: number;
}

const BATCH_SIZE = 200;

/** Rows with their parts, in the order of the rows. */
export async function composeRead<Row, Key extends string, Part, Out>(
  composition: Composition<Row, Key, Part, Out>,
): Promise<Out[]> {
  const { rows, keyOf, merge } = composition;
  const keys = [...new Set(rows.map(keyOf).filter((key) => key !== undefined))];
  const parts = keys.length === 0 ? new Map<Key, Part>() : await fetchParts(composition, keys);
  return rows.map((row) => {
    const key = keyOf(row);
    return merge(row, key === undefined ? undefined : parts.get(key));
  });
}

async function fetchParts<Row, Key extends string, Part, Out>(
  { fetch, deadlineMs, onAbsent, batchSize = BATCH_SIZE }: Composition<Row, Key, Part, Out>,
  keys: readonly Key[],
): Promise<ReadonlyMap<Key, Part>> {
  const budgetMs = remainingBudget(deadlineMs);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), budgetMs);
  try {
    const calls = batchesOf(keys, batchSize).map((batch) => fetch(batch, { deadlineMs }));
    const answers = await Promise.race([Promise.all(calls), late.promise]);
    return new Map(answers.flatMap((answer) => [...answer]));
  } catch (error) {
    if (!onAbsent) throw error;
    onAbsent(error);
    return new Map();
  } finally {
    clearTimeout(timer);
  }
}

function batchesOf<Key>(keys: readonly Key[], size: number): Key[][] {
  const batches: Key[][] = [];
  for (let start = 0; start < keys.length; start += size) {
    batches.push(keys.slice(start, start + size));
  }
  return batches;
}

function tooLate(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'A part of the service does not answer. Try again.',
  );
}
