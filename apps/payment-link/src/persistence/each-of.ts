/**
 * Handles each item although others fail, and counts those that were done; the first failure is
 * thrown at the end, so that it is seen and the rest is not held up by it.
 */
export async function eachOf<T>(
  items: readonly T[],
  handle: (item: T) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      if (await handle(item)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
