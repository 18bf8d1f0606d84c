import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './start-error.js';

const HOST = '127.0.0.1';

/** Below the ports of outgoing connections, which could take a free port. */
const LOWEST = 12_000;
const END = 32_000;
const MAX_TRIES = 100;

/** Workers of a test run choose ports at the same time; each has its own range. */
const WORKERS = 8;

/** Not listened on yet, perhaps, but promised: the parts of a system draw one after another. */
const given = new Set<number>();

/** A TCP port of 127.0.0.1 that nothing listens on now, nor will by chance; each is given once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(LOWEST / WORKERS, END / WORKERS) * WORKERS + ownWorker();
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new StartError('PORT_TAKEN', `No port of ${HOST} from ${LOWEST} to ${END - 1} is free.`);
}

function ownWorker(): number {
  return Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
}

export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Throws PORT_TAKEN with the name of the part that needs the port. */
export async function assertPortFree(port: number, wantedBy: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new StartError(
    'PORT_TAKEN',
    `${wantedBy} cannot start: port ${port} of ${HOST} is taken by another program.`,
  );
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve()));
  });
}
