import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  inheritedVariables,
  sourceMaps,
  SYSTEM_SERVICES,
  temporaryFolder,
  workspaceRoot,
  type Environment,
  type System,
} from '@towpath/local-system';
import { keyFileName, keyPurpose } from '@towpath/persistence';

/** By service, how many ms a start takes until it has named the missing key file and ended. */
export type RefusalTimes = Readonly<Record<string, number>>;

/** Far longer than a start takes, shorter than Kafka's client waits for a silent broker. */
const DEADLINE_MS = 60_000;

/**
 * Starts a second process of each service that has keys of its own, one after the other. The last of
 * its key files is missing, and its broker takes connections and never answers; the rest is that of
 * the system. Throws when a process does anything but name the file and end.
 */
export async function refusalsOfMissingKeys(system: System): Promise<RefusalTimes> {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const times: Record<string, number> = {};
  try {
    for (const { name, folder, keyPurposes } of SYSTEM_SERVICES) {
      const purpose = keyPurposes.at(-1);
      if (purpose === undefined) continue;
      const file = keyFileName(name, keyPurpose(purpose));
      const keysDir = temporaryFolder();
      cpSync(system.layout.keysDir, keysDir, { recursive: true });
      rmSync(join(keysDir, file));
      times[name] = await refusalMs({
        program: join(workspaceRoot(), folder, 'dist/main.js'),
        file,
        environment: {
          ...system.service(name).environment,
          PORT: '0',
          INTERNAL_PORT: '0',
          KEYS_DIR: keysDir,
          KAFKA_BROKERS: `127.0.0.1:${port}`,
        },
      });
      rmSync(keysDir, { recursive: true });
    }
  } finally {
    mute.close();
  }
  return times;
}

interface Refused {
  readonly program: string;
  readonly file: string;
  readonly environment: Environment;
}

async function refusalMs({ program, file, environment }: Refused): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [...sourceMaps(), program], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const took = performance.now() - begin;
  if (code !== 1 || !said.includes(file)) {
    throw new Error(`${program} ended with ${code} without naming ${file}: ${said}`);
  }
  return took;
}
