import { basename } from 'node:path';
import { localImports } from './import-circles.js';
import type { RepositoryFile } from './repository-files.js';

const FEWEST_LINES = 40;
const EXEMPT = /\/index\.ts$/;
const CODE = /^(apps|libs|tools)\/[^/]+\/src\/.*(?<!spec|\.fixture)\.ts$/;

/**
 * Files under 40 lines with one importer, which could hold them. Files with a role in their name
 * or with a spec of their own are exempt, and `index.ts`.
 * An `index.ts` is no importer that could hold what it exports.
 */
export function smallFiles(files: readonly RepositoryFile[]): string[] {
  const code = files.filter(({ path }) =>
    /^(apps|libs|tools)\/.*(?<!spec|\.fixture)\.tsx?$/.test(path),
  );
  const paths = new Set(files.map(({ path }) => path));
  const importers = new Map<string, string[]>();
  for (const file of code) {
    for (const to of new Set(localImports(file))) {
      importers.set(to, [...(importers.get(to) ?? []), file.path]);
    }
  }
  const hasOneHolder = (path: string) => {
    const [only = '', ...others] = importers.get(path) ?? [];
    return only !== '' && others.length === 0 && !/\/index\.ts$/.test(only);
  };
  return code
    .filter(({ path }) => CODE.test(path) && hasOneHolder(path))
    .filter(({ path }) => !basename(path, '.ts').includes('.') && !EXEMPT.test(path))
    .filter(({ path }) => !paths.has(path.replace(/\.ts$/, '.spec.ts')))
    .filter(({ read }) => read().split('\n').length - 1 < FEWEST_LINES)
    .map(({ path }) => path);
}
