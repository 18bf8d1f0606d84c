import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const TAKES = /^\/\*\*(?:(?!\*\/).)*@takes (\d+) s\b/s;

/**
 * Jest's order, but first the files whose first docblock says that they take long (`@takes 60 s`):
 * in a fresh clone nothing else tells, and a long file that begins last keeps one worker busy while
 * the others have nothing left to do.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = new Map(tests.map((test) => [test, secondsOf(test.path)]));
    return [...super.sort(tests)].sort((one, other) => seconds.get(other) - seconds.get(one));
  }
}

function secondsOf(path) {
  return Number(TAKES.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
}
