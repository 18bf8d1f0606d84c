import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPortFree, type ServiceProcess, type System } from '@towpath/local-system';
import { isAlive } from './is-alive.js';

const POLL_MS = 250;
const DEADLINE_MS = 60_000;
const YIELDED = '.yielded';

/** One service in the data folder of a running system. */
export interface ServicePlace {
  readonly dataDir: string;
  readonly service: string;
}

/**
 * Claims a service for this process; resolves when the running system has stopped its own process
 * of the service.
 */
export async function claimService(place: ServicePlace): Promise<void> {
  mkdirSync(claimsDir(place.dataDir), { recursive: true });
  writeFileSync(claimFile(place), String(process.pid));
  const deadline = performance.now() + DEADLINE_MS;
  while (readPid(`${claimFile(place)}${YIELDED}`) !== process.pid) {
    if (performance.now() > deadline) throw new Error(`npm start does not yield ${place.service}`);
    await pause(POLL_MS / 2);
  }
}

/** Gives the service back to the running system. */
export function releaseService(place: ServicePlace): void {
  rmSync(claimFile(place), { force: true });
}

export interface HandOver {
  readonly log: (line: string) => void;
  /** A service could not be started again. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Stops each service that `npm run dev` claims, and confirms it to the claimant. It starts the
 * service again when the claim ends or its owner dies. Steps run one after the other, so that two
 * processes never use the same ports. Returns whether another process runs a service at present.
 */
export function handOverToDev(
  { dataDir, services }: Pick<System, 'dataDir' | 'services'>,
  { log, onFailure }: HandOver,
): (service: string) => boolean {
  const owners = new Map<string, number>();
  let busy = false;
  const check = async (): Promise<void> => {
    for (const service of services) {
      const place = { dataDir, service: service.name };
      const owner = ownerOf(place);
      if (owner === owners.get(service.name)) continue;
      if (owner === undefined) {
        owners.delete(service.name);
        log(`${service.name} is run by npm start again`);
        await portsAreFree(service);
        await service.start();
      } else {
        owners.set(service.name, owner);
        log(`${service.name} is run by npm run dev from now on`);
        await service.stop();
        await portsAreFree(service);
        writeFileSync(`${claimFile(place)}${YIELDED}`, String(owner));
      }
    }
  };
  rmSync(claimsDir(dataDir), { recursive: true, force: true });
  setInterval(() => {
    if (busy) return;
    busy = true;
    void check()
      .catch(onFailure)
      .finally(() => (busy = false));
  }, POLL_MS).unref();
  return (service) => ownerOf({ dataDir, service }) !== undefined || owners.has(service);
}

/** The program of a developer that was killed may need a moment more to end. */
async function portsAreFree(service: ServiceProcess): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (const url of [service.url, service.internalUrl]) {
    while (!(await isPortFree(Number(new URL(url).port)))) {
      if (performance.now() > deadline) throw new Error(`the ports of ${service.name} stay taken`);
      await pause(POLL_MS);
    }
  }
}

/** The process that claims the service and lives. */
function ownerOf(place: ServicePlace): number | undefined {
  const owner = readPid(claimFile(place));
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

function readPid(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}

function claimsDir(dataDir: string): string {
  return join(dataDir, 'dev');
}

function claimFile({ dataDir, service }: ServicePlace): string {
  return join(claimsDir(dataDir), service);
}
