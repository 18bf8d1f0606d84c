import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithParent, releaseFromParent, workspaceRoot } from '@towpath/local-system';

export interface Program {
  /** What it listens on: its first line. */
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Runs a built file in a process of its own; rejects when it ends before it listens. */
export async function startProgram(file: string, args: readonly string[] = []): Promise<Program> {
  // KafkaJS sets a timer of a negative time, which does no harm.
  const child = spawn(
    process.execPath,
    ['--disable-warning=TimeoutNegativeWarning', file, ...args],
    {
      cwd: workspaceRoot(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} cannot be run`);
  endWithParent(pid, 'SIGTERM');
  const exit = once(child, 'exit');
  const ended = exit.then(() => Promise.reject(new Error(`${file} ended before it listened`)));
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [origin] = await Promise.race([first, ended]);
  // From now on an end is not an error: it may have been asked for.
  ended.catch(() => undefined);
  return {
    origin,
    pid,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      releaseFromParent(pid);
    },
  };
}
