import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/**
 * The files that take longest, longest first. A run whose last file is a long one leaves the other
 * workers idle, and on a fresh clone Jest does not know yet how long each takes.
 */
export const SLOW_FILES = [
  'tools/bench/src/bench.int-spec.ts',
  'tools/deploy/src/restore-drill.int-spec.ts',
  'tools/deploy/src/containers.int-spec.ts',
  'tools/deploy/src/rolling-restart.int-spec.ts',
  'apps/hosted-ui/test/translated-pages.int-spec.ts',
  'apps/hosted-ui/test/pages.int-spec.ts',
  'apps/hosted-ui/test/mandate-pages.int-spec.ts',
  'libs/messaging/src/outages.int-spec.ts',
  'tools/dev/src/operator-commands.int-spec.ts',
  'apps/mandate/test/bank-outcomes.int-spec.ts',
  'apps/mandate/test/reconciliation.int-spec.ts',
  'apps/mandate/test/erased-payer.int-spec.ts',
  'apps/mandate/test/mandate-lives.int-spec.ts',
  'apps/mandate/test/hosted-mandate.int-spec.ts',
  'e2e/src/journeys/crash-run.e2e-spec.ts',
  'e2e/src/fuzzing/schemathesis.e2e-spec.ts',
  'e2e/src/journeys/restart.e2e-spec.ts',
  'e2e/src/journeys/link-commands.e2e-spec.ts',
  'e2e/src/journeys/bank-transfers.e2e-spec.ts',
];

/** Jest's own order, but for the slow files, which come first. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const others = SLOW_FILES.length;
    const placeOf = ({ path }) => {
      const place = SLOW_FILES.indexOf(relative('.', path));
      return place < 0 ? others : place;
    };
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
