/** @takes 60 s */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describeJourneys } from './other-languages.fixture.js';

describe('a shop in Python', () => {
  describeJourneys({
    name: 'Python',
    program: 'journeys.py',
    command: (folder) => {
      const generator = execFileSync('which', ['openapi-python-client'], { encoding: 'utf8' });
      return [join(dirname(generator), 'python'), join(folder, 'journeys.py')];
    },
  });
});
