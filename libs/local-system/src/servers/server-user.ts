import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An unprivileged user that a server runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. The owner of its existing data runs it then, otherwise
 * `nobody`. Undefined for an ordinary user, who runs it directly.
 */
export function unprivilegedUser(data: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOf('-u') ?? 65534, gid: idOf('-g') ?? 65534 };
}

function idOf(which: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [which, 'nobody'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
}

/** Can the user reach this folder? Asked by trying, so that access lists and mounts count too. */
export function canEnter(folder: string, user: ServerUser): boolean {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', realpathSync(existing)], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** A folder outside every home folder for what another user must reach. Survives a reboot if it can. */
export function sharedFolder(): string {
  const folder = isWritable('/var/lib') ? '/var/lib/towpath' : join(tmpdir(), 'towpath');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function giveTo(user: ServerUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
