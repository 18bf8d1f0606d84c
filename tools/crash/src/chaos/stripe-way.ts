import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to Stripe, and the moment in it that is meant. */
export interface StripePlace {
  /** Method and path: `POST /v1/refunds`; `*` stands for an ID. */
  readonly route: string;
  /** Before Stripe gets the request, or after it has done it and before we get the answer. */
  readonly side: 'before' | 'after';
}

interface Awaited {
  readonly route: RegExp;
  readonly side: StripePlace['side'];
  readonly secretKey: string;
  /** `drop` ends the connection without an answer. */
  readonly reach: (drop: () => void) => void;
}

const REQUEST_HEADERS = [
  ...['authorization', 'content-type', 'idempotency-key', 'stripe-account', 'stripe-version'],
  'user-agent',
];
const ANSWER_HEADERS = [
  ...['content-type', 'idempotency-key', 'idempotent-replayed', 'request-id', 'stripe-version'],
  'stripe-should-retry',
];

/** The way of the services to Stripe. It stops where somebody waits for a request. */
export class StripeWay {
  private awaited: Awaited | undefined;
  private target = '';
  private readonly server = createServer((request, response) => {
    void this.pass(request, response);
  });

  static async open(): Promise<StripeWay> {
    const way = new StripeWay();
    way.server.listen(0, '127.0.0.1');
    await once(way.server, 'listening');
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  to(target: string): void {
    this.target = target;
  }

  /**
   * Holds the next request of the place that has this key, and resolves once it is there; the result
   * drops it.
   */
  hold({ route, side }: StripePlace, secretKey: string): Promise<() => void> {
    const { promise, resolve: reach } = Promise.withResolvers<() => void>();
    const form = new RegExp(`^${route.replaceAll('*', '[^/]+')}$`);
    this.awaited = { route: form, side, secretKey, reach };
    return promise;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const drop = () => void request.socket.destroy();
    const awaited = this.taken(request);
    if (awaited?.side === 'before') return awaited.reach(drop);
    try {
      const answer = await this.forwarded(request);
      if (awaited) return awaited.reach(drop);
      response.writeHead(
        answer.status,
        picked(ANSWER_HEADERS, (name) => answer.headers.get(name)),
      );
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      // Stripe is not there: neither is an answer, and nobody reached the place.
      if (awaited) this.awaited = awaited;
      drop();
    }
  }

  private taken({ method, url, headers }: IncomingMessage): Awaited | undefined {
    const { awaited } = this;
    const isMeant =
      awaited?.route.test(`${method} ${url}`) === true &&
      headers.authorization?.endsWith(` ${awaited.secretKey}`);
    if (!isMeant) return undefined;
    this.awaited = undefined;
    return awaited;
  }

  private async forwarded(request: IncomingMessage): Promise<Response> {
    const { method = 'GET', url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return fetch(`${this.target}${url}`, {
      method,
      headers: picked(REQUEST_HEADERS, (name) => headers[name]?.toString()),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
  }
}

function picked(
  names: readonly string[],
  valueOf: (name: string) => string | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = valueOf(name);
      return value ? [[name, value]] : [];
    }),
  );
}
