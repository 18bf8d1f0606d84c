import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface RepositoryFile {
  readonly path: string;
  read(): string;
}

/** A generator of others wrote them, in its own style. */
const GENERATED = 'libs/sdk/src/generated/';

/** Every file that git tracks or would add, as paths from the root. */
export function repositoryFiles(): RepositoryFile[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith(GENERATED))
    .map((path) => ({ path, read: () => readFileSync(path, 'utf8') }));
}

const TEXT = /\.(ts|tsx|mjs|js|json|md|ya?ml|css|html|sql|sh|xml)$/;

export function textFiles(): RepositoryFile[] {
  return repositoryFiles().filter(({ path }) => TEXT.test(path) && path !== 'package-lock.json');
}
