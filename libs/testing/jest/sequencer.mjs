import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

const RUNS_PROGRAMS = /\b(spawn|execFile|startSystem)\)?\(/;

/**
 * Without durations of an earlier run, Jest begins with the largest files. A file that runs programs
 * is short and takes long: at the end, it would leave the other worker without work.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const { long = [], others = [] } = Object.groupBy(sorted, ({ path }) =>
      RUNS_PROGRAMS.test(readFileSync(path, 'utf8')) ? 'long' : 'others',
    );
    return [...long, ...others];
  }
}
