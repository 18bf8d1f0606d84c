import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Audience } from '../access/route-access.js';

/** Time limits of every listening port, in ms. */
export const SERVER_TIMES = {
  keepAliveTimeout: 72_000,
  /** For a whole request, in ms; a body has shorter limits. */
  requestTimeout: 60_000,
  /** A connection on which nothing moves is closed; longer than any work on a request. */
  connectionTimeout: 90_000,
};

export const SERVER_OPTIONS: ServerOptions = {
  /** For the headers of a request, counted from the first connection on. */
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  /** Node would answer without an envelope, so a hook asks for the header instead. */
  requireHostHeader: false,
};

const PUBLIC: readonly Audience[] = ['public'];

/** Says which port received a request. */
export class Listeners {
  readonly #audiences = new WeakMap<IncomingMessage, readonly Audience[]>();

  /** A server that is not public; its requests are answered by `route`. */
  createInternalServer(
    audiences: readonly Exclude<Audience, 'public'>[],
    route: Parameters<typeof createServer>[1],
  ): Server {
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = SERVER_TIMES;
    const times = { keepAliveTimeout, requestTimeout };
    const server = createServer({ ...SERVER_OPTIONS, ...times }, (request, response) => {
      this.#audiences.set(request, audiences);
      route?.(request, response);
    });
    return server.setTimeout(connectionTimeout);
  }

  /** For whom the port is that received the request. */
  audiencesOf(request: IncomingMessage): readonly Audience[] {
    return this.#audiences.get(request) ?? PUBLIC;
  }

  isInternal(request: IncomingMessage): boolean {
    return this.#audiences.has(request);
  }
}
