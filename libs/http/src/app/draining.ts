import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const IN_FLIGHT_MS = 15_000;
const IDLE_CHECK_MS = 50;
/** A connection without a request for so long has a caller who pauses. */
const QUIET_MS = 100;
/**
 * Answers announce the end to callers; after this time in ms the port refuses new connections and
 * closes idle ones.
 */
const LISTENS_ON_MS = 1_500;

/** A listening port, with the data about its traffic that a graceful close needs. */
export class OpenPort {
  /** Requests so far. */
  requests = 0;
  /**
   * True if callers continue after this process. Idle connections then stay open for a while when
   * it stops, because a request may be arriving on each.
   */
  callersStay = false;

  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  #isClosing = false;

  constructor(readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.requests += 1;
      this.#answers.add(response);
      response.once('close', () => this.#answers.delete(response));
      if (this.#isClosing) response.shouldKeepAlive = false;
    });
  }

  /** Connections that are open, with or without a request. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Requests whose answer is not sent yet. */
  get underWay(): number {
    return this.#answers.size;
  }

  /** From now on each answer has `Connection: close`, including those of running requests. */
  closeAfterAnswers(): void {
    this.#isClosing = true;
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
  }
}

export interface Draining {
  /** Open ports, filled by `listen`. */
  readonly ports: readonly OpenPort[];
  /** Called before the ports stop accepting. */
  readonly beforeDrain: () => Promise<void>;
}

/**
 * Nest tears its modules down before it closes the port; requests that still run would meet closed
 * pools. So they are finished first: Nest awaits `beforeClose` of its adapter before all else.
 */
export function drainBeforeClosing(
  adapter: FastifyAdapter,
  { ports, beforeDrain }: Draining,
): void {
  const beforeClose = async (): Promise<void> => {
    await beforeDrain();
    await Promise.all(ports.map(drain));
  };
  Object.assign(adapter, { beforeClose });
}

/**
 * Announces the end with each answer, so that no caller sends a request into a closing connection.
 * Then it stops accepting, lets running requests finish, and ends those that take too long.
 */
async function drain(port: OpenPort): Promise<void> {
  const { server } = port;
  if (!server.listening) return;
  port.closeAfterAnswers();
  for (let waited = 0; waited < LISTENS_ON_MS; waited += QUIET_MS) {
    if (port.connections === 0) break;
    const before = port.requests;
    await pause(QUIET_MS);
    if (port.callersStay) continue;
    if (port.requests === before && port.underWay === 0) break;
  }
  await stop(server);
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // a connection that learned of it too late becomes idle when its last answer is sent
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
