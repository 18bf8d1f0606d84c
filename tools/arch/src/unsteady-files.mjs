// Files that passed only when run again: `npm test` and `npm run test:full` count them together.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export const MAX_UNSTEADY = 2;
const LIST = '.cache/test-reports/unsteady.json';

/** Those of the last `npm test`, once, for the `test:full` that follows it; none for another run. */
export function takeUnsteady(isFull) {
  const kept = isFull && existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
  rmSync(LIST, { force: true });
  return kept;
}

export function keepUnsteady(files) {
  writeFileSync(LIST, JSON.stringify(files));
}
