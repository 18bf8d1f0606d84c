import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithParent, releaseFromParent, workspaceRoot } from '@towpath/local-system';

export interface Echo {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A bare Fastify in a process of its own that answers `POST /echo` with the body. */
export async function startEcho(): Promise<Echo> {
  const program = fileURLToPath(new URL('echo.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: workspaceRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error('the echo cannot be run');
  endWithParent(pid, 'SIGTERM');
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `${origin}/echo`,
    pid,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      releaseFromParent(pid);
    },
  };
}
