import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import type { RepositoryFile } from './repository-files.js';

/**
 * Groups of files that import each other in a cycle, including types, each sorted by path. Imports
 * of packages are omitted, because `boundaries` checks imports between projects.
 */
export function importCircles(files: readonly RepositoryFile[]): string[][] {
  const paths = new Set(files.map(({ path }) => path));
  return circlesOf(
    new Map(files.map((file) => [file.path, localImports(file).filter((to) => paths.has(to))])),
  );
}

/** Groups of names that lead to each other in a circle. Each group is sorted. */
export function circlesOf(leadsTo: ReadonlyMap<string, readonly string[]>): string[][] {
  const names = [...leadsTo.keys()];
  const reachable = new Map(names.map((name) => [name, reachableFrom(name, leadsTo)]));
  const inCircle = names.filter((name) => reachable.get(name)?.has(name));
  const groups = Map.groupBy(inCircle, (name) =>
    inCircle
      .filter((other) => reachable.get(name)?.has(other) && reachable.get(other)?.has(name))
      .toSorted()
      .join(' '),
  );
  return [...groups.keys()].map((group) => group.split(' '));
}

const importsOf = new WeakMap<RepositoryFile, string[]>();

/** Both as a module and as a component: one of the two may exist. */
export function localImports(file: RepositoryFile): string[] {
  const known = importsOf.get(file) ?? readImports(file);
  importsOf.set(file, known);
  return known;
}

function readImports({ path, read }: RepositoryFile): string[] {
  const { importedFiles } = ts.preProcessFile(read(), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const target = normalize(join(dirname(path), fileName));
      return [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
    });
}

function reachableFrom(name: string, leadsTo: ReadonlyMap<string, readonly string[]>) {
  const found = new Set<string>();
  const open = [...(leadsTo.get(name) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(leadsTo.get(next) ?? []));
  }
  return found;
}
