import { createServer, type IncomingMessage, type Server } from 'node:http';

import { SERVER_OPTIONS, SERVER_TIMES } from './server-times.js';

/** Says which port received a request. */
export class Listeners {
  readonly #internalRequests = new WeakSet<IncomingMessage>();

  /** A server whose requests count as internal and are answered by `route`. */
  createInternalServer(route: Parameters<typeof createServer>[1]): Server {
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = SERVER_TIMES;
    const times = { keepAliveTimeout, requestTimeout };
    const server = createServer({ ...SERVER_OPTIONS, ...times }, (request, response) => {
      this.#internalRequests.add(request);
      route?.(request, response);
    });
    return server.setTimeout(connectionTimeout);
  }

  isInternal(request: IncomingMessage): boolean {
    return this.#internalRequests.has(request);
  }
}
