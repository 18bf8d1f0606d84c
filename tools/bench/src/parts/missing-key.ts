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
import { setTimeout as pause } from 'node:timers/promises';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';

/** By service, how many ms a start takes until it has named the missing key file and ended. */
export type RefusalTimes = Readonly<Record<string, number>>;

/** Far longer than a start takes, shorter than Kafka's client waits for a silent broker. */
const DEADLINE_MS = 60_000;
const WATCHED_MS = 1_000;
/** Of a second, over all processes: what a system does that nobody asks for anything. */
const AT_REST_MS = 300;
const MOST_LOOKS = 30;

/**
 * Starts a second process of each service that has keys of its own, one after the other. The last of
 * its key files is missing, and its broker takes connections and never answers; the rest is that of
 * the system, once that is at rest. Throws when a process does anything but name the file and end.
 */
export async function refusalsOfMissingKeys(system: System): Promise<RefusalTimes> {
  await atRest(system);
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

/** Processes that have just started still compile their code; after half a minute it is measured. */
async function atRest(system: System): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const used = meterCpu(system);
    await pause(WATCHED_MS);
    if (systemMs(used()) < AT_REST_MS) return;
  }
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
