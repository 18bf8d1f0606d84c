import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Places that still break a rule, with how often each does. */
export type Places = ReadonlyMap<string, number>;

/** A line is a place; a number after it says how often, otherwise it counts once. */
export function placesIn(text: string): Places {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, place = '', count] = /^(.*?)(?: (\d+))?$/.exec(line) ?? [];
      return [place, Number(count ?? 1)];
    }),
  );
}

export function textOf(places: Places): string {
  return [...places]
    .filter(([, count]) => count > 0)
    .map(([place, count]) => (count === 1 ? place : `${place} ${count}`))
    .toSorted()
    .map((line) => `${line}\n`)
    .join('');
}

const sumOf = (places: Places) => [...places.values()].reduce((sum, count) => sum + count, 0);

/** What is not listed, what is listed and is gone, and whether the list was shorter before. */
export function findingsOf(lists: {
  readonly found: Places;
  readonly listed: Places;
  readonly before: readonly Places[];
}): string[] {
  const { found, listed, before } = lists;
  const added = [...found]
    .filter(([place, count]) => count > (listed.get(place) ?? 0))
    .map(([place, count]) => `${place}: ${count} found, ${listed.get(place) ?? 0} listed`);
  const gone = [...listed]
    .filter(([place, count]) => count > (found.get(place) ?? 0))
    .map(([place, count]) => `${place}: ${count} listed, ${found.get(place) ?? 0} left; SHRINK=1`);
  const least = Math.min(...before.map(sumOf), Infinity);
  return [
    ...added,
    ...gone,
    ...(sumOf(listed) > least ? [`the list has grown from ${least} to ${sumOf(listed)}`] : []),
  ];
}

/**
 * Compares what is found with `lists/<name>.txt`, which may only shrink. With `SHRINK=1` in the
 * environment the list first loses what is gone; a list that is not committed yet is written.
 */
export function findingsOfList(name: string, found: Places): string[] {
  const path = `tools/arch/src/lists/${name}.txt`;
  const before = committedVersions(path);
  const listed = existsSync(path) ? placesIn(readFileSync(path, 'utf8')) : new Map();
  if (!process.env.SHRINK) return findingsOf({ found, listed, before });
  const shrunk =
    before.length === 0
      ? found
      : new Map([...listed].map(([place, n]) => [place, Math.min(n, found.get(place) ?? 0)]));
  writeFileSync(path, textOf(shrunk));
  return findingsOf({ found, listed: placesIn(textOf(shrunk)), before });
}

function committedVersions(path: string): Places[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const commits = git('log', '--format=%H', '--', path).split('\n').filter(Boolean);
  return commits.map((commit) => placesIn(git('show', `${commit}:${path}`)));
}
