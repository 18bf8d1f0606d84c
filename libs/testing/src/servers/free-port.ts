import { createServer } from 'node:net';
import { StartError } from './start-error.js';

const HOST = '127.0.0.1';

/** A TCP port of 127.0.0.1 that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
}

export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Refuses with PORT_TAKEN, naming the part that wanted the port. */
export async function assertPortFree(port: number, wantedBy: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new StartError(
    'PORT_TAKEN',
    `${wantedBy} cannot start: port ${port} of ${HOST} is taken by another program.`,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}
