import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
