import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const SENT = [
  'authorization',
  'content-type',
  'idempotency-key',
  'stripe-account',
  'stripe-version',
] as const;
const ANSWERED = ['content-type', 'request-id', 'idempotent-replayed'];

/** The way to a processor that freezes: what it accepted it does once it thaws, and not before. */
export class FrozenWay {
  /** Paths that freeze. */
  freezes: RegExp | null = null;
  /** Requests that were accepted and are not done yet. */
  held = 0;
  private thawed = Promise.withResolvers<void>();
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch(() => response.destroy());
  });

  private constructor(private readonly target: string) {}

  static async to(target: string): Promise<FrozenWay> {
    const way = new FrozenWay(target);
    way.server.listen(0, '127.0.0.1');
    await once(way.server, 'listening');
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  thaw(): void {
    this.freezes = null;
    this.thawed.resolve();
    this.thawed = Promise.withResolvers();
  }

  async stop(): Promise<void> {
    this.thaw();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = 'GET', headers } = request;
    const body = await buffer(request);
    if (this.freezes?.test(url)) {
      this.held += 1;
      await this.thawed.promise;
      this.held -= 1;
    }
    const sent = SENT.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
    const answer = await fetch(`${this.target}${url}`, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(body.length > 0 && { body: body.toString('utf8') }),
    });
    const given = ANSWERED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const text = await answer.text();
    response.writeHead(answer.status, Object.fromEntries(given) as Record<string, string>);
    response.end(text);
  }
}
