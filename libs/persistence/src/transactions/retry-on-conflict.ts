import { uniqueViolation } from '../database/database-errors.js';

const MOST_TRIES = 3;

/**
 * Runs the work again when one of the named unique constraints refused it: another request created
 * the same thing in between, and the second look finds it.
 */
export async function retryOnConflict<T>(
  constraints: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const constraint = uniqueViolation(error);
      if (tries >= MOST_TRIES || !constraint || !constraints.includes(constraint)) throw error;
    }
  }
}
