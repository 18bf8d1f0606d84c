import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import type { RepositoryFile } from './repository-files.js';

/**
 * Groups of files that import each other in a circle, types included. Each group is sorted by path.
 * Imports of packages are left out: `boundaries` keeps those between projects one way.
 */
export function importCircles(files: readonly RepositoryFile[]): string[][] {
  const paths = new Set(files.map(({ path }) => path));
  const importsOf = new Map(
    files.map((file) => [file.path, localImports(file).filter((to) => paths.has(to))]),
  );
  const reachable = new Map([...paths].map((path) => [path, reachableFrom(path, importsOf)]));
  const inCircle = [...paths].filter((path) => reachable.get(path)?.has(path));
  const groups = Map.groupBy(inCircle, (path) =>
    inCircle
      .filter((other) => reachable.get(path)?.has(other) && reachable.get(other)?.has(path))
      .toSorted()
      .join(' '),
  );
  return [...groups.keys()].map((group) => group.split(' '));
}

function localImports({ path, read }: RepositoryFile): string[] {
  const { importedFiles } = ts.preProcessFile(read(), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const target = normalize(join(dirname(path), fileName));
      return [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
    });
}

function reachableFrom(path: string, importsOf: ReadonlyMap<string, readonly string[]>) {
  const found = new Set<string>();
  const open = [...(importsOf.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(importsOf.get(next) ?? []));
  }
  return found;
}
