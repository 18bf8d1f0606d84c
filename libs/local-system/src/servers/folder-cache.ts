import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processCommand } from './process-table.js';

const POLL_MS = 200;

/**
 * Creates `folder` once with `fill`, which gets another, empty folder. The result appears whole
 * or not at all. If several processes need it at once, one creates it and the others wait.
 */
export async function fillOnce(
  folder: string,
  fill: (into: string) => Promise<void>,
): Promise<string> {
  mkdirSync(dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await pause(POLL_MS);
      continue;
    }
    try {
      await fillAndMove(folder, fill);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

async function fillAndMove(folder: string, fill: (into: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  try {
    await fill(draft);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    dropIfAbandoned(lock);
    return false;
  }
}

/** Two processes may drop and retake the same lock; the rename into place keeps even that right. */
function dropIfAbandoned(lock: string): void {
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (owner > 0 && processCommand(owner) === undefined) rmSync(lock, { force: true });
}
