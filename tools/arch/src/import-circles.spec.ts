import { existsSync } from 'node:fs';
import { importCircles } from './import-circles.js';
import { repositoryFiles, type RepositoryFile } from './repository-files.js';

const file = (path: string, source: string): RepositoryFile => ({ path, read: () => source });

describe('imports', () => {
  it('never form a circle', () => {
    const files = repositoryFiles().filter(({ path }) => /\.tsx?$/.test(path) && existsSync(path));
    expect(importCircles(files)).toEqual([]);
  });

  it('are reported when they form a circle, types and exports included', () => {
    const circle = [
      file('libs/a/src/one.ts', "import type { Two } from './two.js';"),
      file('libs/a/src/two.ts', "export * from './deep/three.js';"),
      file('libs/a/src/deep/three.ts', "import { one } from '../one.js';"),
      file('libs/a/src/four.ts', "import { one } from './one.js';"),
    ];
    expect(importCircles(circle)).toEqual([
      ['libs/a/src/deep/three.ts', 'libs/a/src/one.ts', 'libs/a/src/two.ts'],
    ]);
  });
});
