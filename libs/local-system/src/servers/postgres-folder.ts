import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { canEnter, giveTo, type ServerUser, sharedFolder } from './server-user.js';
import { StartError } from './start-error.js';

/** The files of one server: `cluster/`, the password of its superuser, its log. */
export interface PostgresFolder {
  readonly cluster: string;
  readonly password: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

/** Makes the folder, where the server's user can reach it, and the password on first use. */
export function preparePostgresFolder(
  dataDir: string,
  user: ServerUser | undefined,
): PostgresFolder {
  const home = user ? reachableHome(dataDir, user) : ownHome(dataDir);
  const passwordFile = join(home, 'superuser-password');
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(user, passwordFile);
  }
  return {
    cluster: join(home, 'cluster'),
    password: readFileSync(passwordFile, 'utf8'),
    passwordFile,
    logFile: join(home, 'server.log'),
  };
}

function ownHome(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      'DATA_FOLDER',
      `The PostgreSQL data in ${dataDir} belong to another user (root made them?): ` +
        'start as that user, or remove the folder.',
    );
  }
  return dataDir;
}

/**
 * A checkout in a folder that only root can enter hides the data from the server's user. The data
 * is then in a shared folder, and `dataDir` is a link to it. Removing the link discards the data.
 */
function reachableHome(dataDir: string, user: ServerUser): string {
  mkdirSync(dirname(dataDir), { recursive: true });
  if (isLink(dataDir) && !existsSync(dataDir)) rmSync(dataDir);
  if (!canEnter(dirname(existsSync(dataDir) ? realpathSync(dataDir) : dataDir), user)) {
    moveToSharedFolder(dataDir);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  chmodSync(home, 0o700);
  giveTo(user, home);
  return home;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** The link is made last: a copy that was cut short is not linked, and is made again. */
function moveToSharedFolder(dataDir: string): void {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const shared = join(sharedFolder(), `data-${digest}`);
  rmSync(shared, { recursive: true, force: true });
  mkdirSync(shared, { mode: 0o700 });
  if (existsSync(dataDir)) {
    execFileSync('cp', ['-a', `${realpathSync(dataDir)}/.`, shared]);
    rmSync(dataDir, { recursive: true });
  }
  symlinkSync(shared, dataDir);
}
