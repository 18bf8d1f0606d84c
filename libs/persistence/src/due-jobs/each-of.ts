/** Leaves connections to requests; a slow item blocks only its own slot. */
export const AT_ONCE = 8;
/** For work that mostly waits for a bank or gateway, without a connection to the database. */
export const AT_ONCE_WAITING = 32;

/**
 * Handles the items concurrently, even if some fail, and returns the number of successes. After all
 * items it throws the first failure, so that one failure neither disappears nor blocks other items.
 */
export async function eachOf<T>(
  items: readonly T[],
  handle: (item: T) => Promise<boolean>,
  atOnce = AT_ONCE,
): Promise<number> {
  const waiting = [...items];
  const failures: unknown[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await handle(item)) done += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
  return done;
}
