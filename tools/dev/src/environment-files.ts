import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '@towpath/local-system';
import { isAlive } from './is-alive.js';

/** What `npm run dev` needs to run one service in place of the running system's. */
export interface ServiceEnvironmentFile {
  readonly name: string;
  /** Process of `npm start`: the file means nothing when that one has died. */
  readonly launcher: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  readonly internalUrl: string;
}

/** Undefined when no system runs on this data folder, or it has no such service. */
export function readEnvironmentFile(
  dataDir: string,
  { service }: { service: string },
): ServiceEnvironmentFile | undefined {
  const path = environmentFileOf(dataDir, { service });
  if (!existsSync(path)) return undefined;
  const file = JSON.parse(readFileSync(path, 'utf8')) as ServiceEnvironmentFile;
  return isAlive(file.launcher) ? file : undefined;
}

/** When the system stops, nothing can be run in place of its services. */
export function removeEnvironmentFiles(dataDir: string): void {
  rmSync(join(dataDir, 'env'), { recursive: true, force: true });
}

function environmentFileOf(dataDir: string, { service }: { service: string }): string {
  return join(dataDir, 'env', `${service}.json`);
}

/** They hold passwords: only their owner may read them. Made anew at each start. */
export function writeEnvironmentFiles({ dataDir, services }: System): void {
  removeEnvironmentFiles(dataDir);
  mkdirSync(join(dataDir, 'env'), { mode: 0o700 });
  for (const { name, environment, url, internalUrl } of services) {
    const launcher = process.pid;
    const content: ServiceEnvironmentFile = { name, launcher, environment, url, internalUrl };
    const path = environmentFileOf(dataDir, { service: name });
    writeFileSync(path, JSON.stringify(content, null, 2), { mode: 0o600 });
  }
}
