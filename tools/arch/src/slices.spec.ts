import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { AREAS } from '../../eslint-rules/src/areas.mjs';
import { repositoryFiles } from './repository-files.js';

/** `areas` of lint keeps the order of areas; slices of one area are ordered by this alone. */
describe('slices of an app', () => {
  it('do not import each other in a cycle', () => {
    expect(cycles(importsBetweenSlices())).toEqual([]);
  });

  it.each([
    [
      'of two',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a, b'],
    ],
    [
      'of three',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['d', 'a'],
      ],
      ['a, b, c'],
    ],
    [
      'none',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ],
      [],
    ],
  ])('are found in a cycle: %s', (_name, edges, expected) => {
    expect(cycles(edges as [string, string][])).toEqual(expected);
  });
});

function importsBetweenSlices(): [string, string][] {
  const sources = repositoryFiles().filter(
    ({ path }) => /^apps\/[^/]+\/src\/.+\.ts$/.test(path) && !/spec\.ts$/.test(path),
  );
  return sources
    .filter(({ path }) => existsSync(path))
    .flatMap(({ path, read }) => {
      const from = sliceOf(path);
      if (!from) return [];
      return [...read().matchAll(/ from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
        const imported = normalize(join(dirname(path), target));
        const to = sliceOf(imported);
        // An entity names the entity that its foreign key leads to.
        const isKey = path.endsWith('.entity.ts') && imported.endsWith('.entity.js');
        return to && to !== from && !isKey ? [[from, to] satisfies [string, string]] : [];
      });
    });
}

/** `payment-link/money/bills` or, in an app without areas, `gateway/tokens`. */
function sliceOf(path: string): string | null {
  const [, app = '', inner = ''] = /^apps\/([^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const [first = '', second = '', ...rest] = inner.split('/');
  if (AREAS[app]?.flat().includes(first)) {
    return rest.length > 0 ? `${app}/${first}/${second}` : null;
  }
  if (second === '' || ['migrations', 'persistence'].includes(first)) return null;
  return `${app}/${first}`;
}

/** Those that reach themselves, each cycle as a list of names. */
function cycles(edges: readonly [string, string][]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const [, to] of next.get(at) ?? []) {
        if (!seen.has(to)) open.push(to);
        seen.add(to);
      }
    }
    return seen;
  };
  const reach = new Map([...next.keys()].map((name) => [name, reachable(name)]));
  const inCycle = [...reach].filter(([name, reached]) => reached.has(name));
  const groups = inCycle.map(([name, reached]) =>
    [...reached]
      .filter((other) => reach.get(other)?.has(name))
      .toSorted()
      .join(', '),
  );
  return [...new Set(groups)];
}
