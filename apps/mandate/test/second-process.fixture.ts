import { freePort, inheritedVariables, type RunningSystem } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SecondProcess {
  /** Base address of its public operations. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Another process of a service of a running system, on ports of its own. */
export async function secondProcess(
  system: RunningSystem,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SecondProcess> {
  const [port, internalPort] = [String(await freePort()), String(await freePort())];
  const child = spawn(process.execPath, [join(process.cwd(), `apps/${name}/dist/main.js`)], {
    env: {
      ...inheritedVariables(),
      ...system.service(name).environment,
      PORT: port,
      INTERNAL_PORT: internalPort,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const health = `http://127.0.0.1:${internalPort}/health/ready`;
  const ready = () => fetch(health).then(({ ok }) => ok);
  await eventually(ready, { deadlineMs: 60_000, describe: 'the second process to be ready' });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
