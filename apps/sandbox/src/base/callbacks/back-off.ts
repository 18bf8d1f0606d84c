const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Real time until the next attempt after `attempts` failed ones: 1 s, 2 s, 4 s … 5 min. */
export function backOffMs(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
}
