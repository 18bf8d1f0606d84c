import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface RelayedRequest {
  /** `POST /v1/payment_intents`, without the query. */
  readonly route: string;
  /** `?limit=100`, as it was asked: a change has no effect. */
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Answered = Record<string, unknown>;

const KEPT = [
  'authorization',
  'content-type',
  'idempotency-key',
  'stripe-account',
  'stripe-version',
];
const RETURNED = ['content-type', 'request-id', 'idempotent-replayed'];

/** Stands between the connector and the double of Stripe, and changes what passes. */
export class StripeRelay {
  ask: (request: RelayedRequest) => RelayedRequest | Promise<RelayedRequest> = (request) => request;
  answer: (body: Answered, route: string) => Answered = (body) => body;
  private readonly server: Server;

  private constructor(private readonly stripeUrl: string) {
    this.server = createServer((request, response) => {
      this.pass(request, response).catch(() => response.destroy());
    });
  }

  static async start(stripeUrl: string): Promise<StripeRelay> {
    const relay = new StripeRelay(stripeUrl);
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.url);
    const given = KEPT.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const { route, headers, body } = await this.ask({
      route: `${request.method} ${pathname}`,
      query: search,
      headers: Object.fromEntries(given),
      body: String(await buffer(request)),
    });
    const [method = '', path = ''] = route.split(' ');
    const answered = await fetch(`${this.stripeUrl}${path}${search}`, {
      ...{ method, headers },
      ...(body === '' ? {} : { body }),
    });
    const names = RETURNED.flatMap((name): [string, string][] => {
      const value = answered.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answered.status, Object.fromEntries(names));
    response.end(JSON.stringify(this.answer((await answered.json()) as Answered, route)));
  }
}
