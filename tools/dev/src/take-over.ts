import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPortFree, type ServiceProcess, type System } from '@towpath/testing';
import { isAlive } from './is-alive.js';

const POLL_MS = 250;
const PORTS_DEADLINE_MS = 30_000;

/** Says that this process runs the service itself from now on. */
export function claimService(dataDir: string, { service }: { service: string }): void {
  mkdirSync(claimsDir(dataDir), { recursive: true });
  writeFileSync(claimFile(dataDir, { service }), String(process.pid));
}

/** Gives the service back to the running system. */
export function releaseService(dataDir: string, { service }: { service: string }): void {
  rmSync(claimFile(dataDir, { service }), { force: true });
}

export interface HandOver {
  readonly log: (line: string) => void;
  /** A service could not be started again. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Stops each service that `npm run dev` claims, and starts it again when the claim ends or its
 * owner has died.
 */
export function handOverToDev(
  system: Pick<System, 'dataDir' | 'services'>,
  { log, onFailure }: HandOver,
): void {
  const handedOver = new Set<ServiceProcess>();
  let busy = false;
  const look = async (): Promise<void> => {
    const claimed = claims(system.dataDir);
    for (const service of system.services) {
      if (claimed.has(service.name) && !handedOver.has(service)) {
        handedOver.add(service);
        log(`${service.name} is run by npm run dev from now on`);
        await service.stop();
      } else if (!claimed.has(service.name) && handedOver.delete(service)) {
        log(`${service.name} is run by npm start again`);
        await portsAreFree(service);
        await service.start();
      }
    }
  };
  rmSync(claimsDir(system.dataDir), { recursive: true, force: true });
  setInterval(() => {
    if (busy) return;
    busy = true;
    void look()
      .catch(onFailure)
      .finally(() => (busy = false));
  }, POLL_MS).unref();
}

/** The program of a developer that was killed may need a moment more to end. */
export async function portsAreFree(service: ServiceAddresses): Promise<void> {
  const deadline = performance.now() + PORTS_DEADLINE_MS;
  for (const url of [service.url, service.internalUrl]) {
    while (!(await isPortFree(Number(new URL(url).port)))) {
      if (performance.now() > deadline) throw new Error(`the ports of ${service.name} stay taken`);
      await pause(POLL_MS);
    }
  }
}

type ServiceAddresses = Pick<ServiceProcess, 'name' | 'url' | 'internalUrl'>;

function claims(dataDir: string): Set<string> {
  const folder = claimsDir(dataDir);
  if (!existsSync(folder)) return new Set();
  const alive = readdirSync(folder).filter((name) =>
    isAlive(Number(readFileSync(join(folder, name), 'utf8'))),
  );
  return new Set(alive);
}

function claimsDir(dataDir: string): string {
  return join(dataDir, 'dev');
}

function claimFile(dataDir: string, { service }: { service: string }): string {
  return join(claimsDir(dataDir), service);
}
