/** Few enough to leave connections to requests; one slow item holds up only its own place. */
export const AT_ONCE = 8;
/** Of work that waits for a bank or gateway most of the time, and has no connection meanwhile. */
export const AT_ONCE_WAITING = 32;

/**
 * Handles each item, some of them side by side, although others fail, and counts those that were
 * done. The first failure is thrown at the end, so that it is seen and the rest is not held up by it.
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
