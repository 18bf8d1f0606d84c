import { createServer, type IncomingMessage, type Server } from 'node:http';

/** Tells over which port a request came. */
export class Listeners {
  readonly #internalRequests = new WeakSet<IncomingMessage>();

  /** A server whose requests count as internal and are answered by `route`. */
  createInternalServer(route: Parameters<typeof createServer>[1]): Server {
    return createServer((request, response) => {
      this.#internalRequests.add(request);
      route?.(request, response);
    });
  }

  isInternal(request: IncomingMessage): boolean {
    return this.#internalRequests.has(request);
  }
}
