import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * The command line of a live process, or undefined if there is none. A zombie has none: it holds no
 * file and no port, although a signal still finds it.
 */
export function processCommand(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxCommand(pid);
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

function linuxCommand(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim() || undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** ENOENT: no such process; ESRCH: it ended while it was being read. */
function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH';
}

/** Sends a signal; false when the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export interface StrayProcess {
  readonly pid: number;
  /** Required part of its command line: a reused pid never gets a signal. */
  readonly marker: string;
  readonly stopSignal: NodeJS.Signals;
  readonly deadlineMs: number;
}

/**
 * Ends a process that an earlier run left behind: politely first, by SIGKILL at the deadline.
 * True when there was one.
 */
export async function endStray(stray: StrayProcess): Promise<boolean> {
  if (!isStill(stray)) return false;
  signal(stray.pid, stray.stopSignal);
  const deadline = performance.now() + stray.deadlineMs;
  while (isStill(stray)) {
    if (performance.now() > deadline) signal(stray.pid, 'SIGKILL');
    await pause(POLL_MS);
  }
  return true;
}

function isStill({ pid, marker }: StrayProcess): boolean {
  return processCommand(pid)?.includes(marker) ?? false;
}
