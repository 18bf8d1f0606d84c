import { existsSync } from 'node:fs';
import { circlesOf, localImports } from './import-circles.js';
import { repositoryFiles } from './repository-files.js';
import { sliceOf } from './slices.js';

/** `areas` of lint keeps the order of areas; slices of one area are ordered by this alone. */
describe('slices of an app', () => {
  it('never import each other in a circle', () => {
    const sources = repositoryFiles().filter(
      ({ path }) => /^apps\/[^/]+\/src\/.+(?<!spec)\.ts$/.test(path) && existsSync(path),
    );
    const paths = new Set(sources.map(({ path }) => path));
    const leadsTo = new Map<string, string[]>();
    for (const file of sources) {
      const from = sliceOf(file.path);
      if (!from) continue;
      const others = localImports(file)
        .filter((to) => paths.has(to))
        .filter((to) => !isForeignKey(file.path, to))
        .flatMap((to) => sliceOf(to) ?? [])
        .filter((to) => to !== from);
      leadsTo.set(from, [...(leadsTo.get(from) ?? []), ...others]);
    }
    expect(leadsTo.size).toBeGreaterThan(50);
    expect(circlesOf(leadsTo)).toEqual([]);
  });
});

/** An entity names the entity that its foreign key leads to. */
function isForeignKey(from: string, to: string): boolean {
  return from.endsWith('.entity.ts') && to.endsWith('.entity.ts');
}
