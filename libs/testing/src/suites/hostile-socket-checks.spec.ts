import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  describeHostileSockets,
  HOSTILE_SOCKET_CHECKS,
  type ListeningPort,
} from './hostile-socket-checks.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Reads the body, then answers. */
const good: Handler = (request, response) => {
  request.on('error', () => undefined);
  request.resume().once('end', () => response.end('{}'));
};

async function portOf(handler: Handler, bend: Partial<ListeningPort> = {}): Promise<ListeningPort> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name: 'the sample',
    url,
    post: '/',
    lives: () => true,
    serveAnother: async () => {
      await fetch(url, { signal: AbortSignal.timeout(4_000) });
    },
    errorLines: () => [],
    memoryMiB: () => 100,
    dripMs: 50,
    ...bend,
  };
}

let port: ListeningPort;
beforeAll(async () => {
  port = await portOf(good);
});
describeHostileSockets('a plain server', () => [port]);

describe('the suite of hostile sockets reports', () => {
  const faultsOf = async (attack: string, bent: ListeningPort) => {
    const check = HOSTILE_SOCKET_CHECKS.find(({ name }) => name.endsWith(attack));
    return (await check?.faults([bent])) ?? ['there is no such check'];
  };

  it('a process that ends', async () => {
    const bent = await portOf(good, { lives: () => false });
    expect(await faultsOf('closes within a body in chunks', bent)).toEqual([
      'the process of the sample has ended',
    ]);
  });

  it('a server that answers one caller at a time', async () => {
    let busy: Promise<unknown> = Promise.resolve();
    const bent = await portOf((request, response) => {
      const before = busy;
      busy = once(response, 'close');
      void before.then(() => good(request, response));
    });
    const serveAnother = async () => {
      await fetch(bent.url, { signal: AbortSignal.timeout(300) });
    };
    const faults = await faultsOf('closes within a body in chunks', { ...bent, serveAnother });
    expect(faults.join()).toContain('the sample serves no other caller meanwhile');
  });

  it('an error line, and memory that is not given back', async () => {
    const lines: string[] = [];
    let memoryMiB = 100;
    const bent = await portOf(
      (request, response) => {
        request.once('aborted', () => {
          lines.push('{"level":"error"}');
          memoryMiB = 500;
        });
        good(request, response);
      },
      { errorLines: () => lines, memoryMiB: () => memoryMiB, patienceMs: 100 },
    );
    const faults = (await faultsOf('resets within a body of known length', bent)).join();
    expect(faults).toContain('the sample keeps 500 MiB instead of 100');
    expect(faults).toContain('the sample logs {"level":"error"}');
  });

  it.each([200, 400])('a caller who is answered %i and may go on', async (status) => {
    const answer: Handler = (request, response) => {
      response.statusCode = status;
      good(request, response);
    };
    const lenient = createServer({ maxHeaderSize: 1_000_000 }, answer).listen(0, '127.0.0.1');
    servers.push(lenient);
    await once(lenient, 'listening');
    const url = `http://127.0.0.1:${(lenient.address() as AddressInfo).port}`;
    const faults = await faultsOf('sends huge headers', { ...port, url, patienceMs: 500 });
    expect(faults.join()).toContain('the sample does not refuse the caller');
  });

  it('a connection that is kept after its caller has ended it', async () => {
    const keeping = createServer(() => undefined);
    servers.push(keeping);
    Object.assign(keeping, { httpAllowHalfOpen: true });
    await once(keeping.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(keeping.address() as AddressInfo).port}`;
    const serveAnother = () => Promise.resolve();
    const bent = { ...port, url, serveAnother, patienceMs: 500 };
    expect(await faultsOf('ends only its own half', bent)).toEqual([
      'the sample does not refuse the caller: it keeps the connection',
    ]);
  });

  it('an error line that comes after its attack', async () => {
    const lines: string[] = [];
    const bent = { ...port, errorLines: () => lines };
    expect(await faultsOf('is no HTTP', bent)).toEqual([]);
    lines.push('{"level":"error"}');
    expect(await faultsOf('is no HTTP', bent)).toEqual(['the sample logs {"level":"error"}']);
  });
});
