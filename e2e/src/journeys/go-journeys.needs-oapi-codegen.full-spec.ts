/** @takes 60 s */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeJourneys } from './other-languages.fixture.js';

describe('a shop in Go', () => {
  describeJourneys({
    name: 'Go',
    program: 'journeys.go',
    command: (folder) => {
      // Without its own path in it, the client is compiled once for all runs.
      execFileSync('go', ['build', '-trimpath', '-o', 'journeys', '.'], {
        cwd: folder,
        stdio: 'pipe',
      });
      return [join(folder, 'journeys')];
    },
  });
});
