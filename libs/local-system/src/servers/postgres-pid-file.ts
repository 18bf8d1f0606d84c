import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endStray } from './process-table.js';

const STOP_DEADLINE_MS = 15_000;

/**
 * Removes an old `postmaster.pid`. After kill -9 the file stays; its pid may now be another
 * program, which would block the next start. A real server of an earlier run is stopped. Returns
 * true if there was one.
 */
export async function clearPidFile(cluster: string): Promise<boolean> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const wasRunning =
    pid > 0 &&
    (await endStray({ pid, marker: cluster, stopSignal: 'SIGINT', deadlineMs: STOP_DEADLINE_MS }));
  // Sessions of the dead server may live on for a moment; the server itself checks for them by its
  // shared memory, file or no file.
  rmSync(file, { force: true });
  return wasRunning;
}
