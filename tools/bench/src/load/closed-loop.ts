/**
 * Does `work` for each item, a fixed number at a time, and as fast as that goes: for throughput and
 * for preparations, never for latencies. Stops at the first error.
 */
export async function closedLoop<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

export interface Preparation<R> {
  readonly most: number;
  /** No new work begins after so many seconds: on a slow machine less is prepared. */
  readonly seconds: number;
  readonly work: () => Promise<R>;
}

const PREPARING_AT_ONCE = 32;

/** Does `work` up to `most` times, and at least once. */
export async function prepare<R>({ most, seconds, work }: Preparation<R>): Promise<R[]> {
  const end = performance.now() + seconds * 1000;
  const results: R[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < most && (begun === 0 || performance.now() < end)) {
      begun += 1;
      results.push(await work());
    }
  };
  await Promise.all(Array.from({ length: PREPARING_AT_ONCE }, worker));
  return results;
}
