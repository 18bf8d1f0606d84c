import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Readonly<Record<string, unknown>>;

/** What the gateway's mint is asked for, and answers. */
export class StandInGateway {
  /** Orders of codes, in order. */
  readonly codes: Body[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `sign` makes the token that was ordered. */
  static async start(sign: (order: Body) => Promise<string>): Promise<StandInGateway> {
    const server = createServer((request, response) => {
      void bodyOf(request)
        .then((body) => gateway.answer(request.url ?? '', body, sign))
        .then((answer) => {
          response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
          response.end(JSON.stringify(answer ?? { error: {} }));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = new StandInGateway(server, `http://127.0.0.1:${port}`);
    return gateway;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(path: string, body: Body, sign: (order: Body) => Promise<string>) {
    const issued = { token_type: 'Bearer', issued_at: new Date().toISOString() };
    if (path === '/internal/tokens/service') {
      return { ...issued, access_token: 'service', expires_in: 300 };
    }
    if (path === '/internal/tokens/hosted_link') {
      const expires = body['purpose'] === 'OPEN' ? 300 : 1_800;
      return { ...issued, access_token: await sign(body), expires_in: expires };
    }
    if (path !== '/internal/link_codes') return undefined;
    this.codes.push(body);
    return { code: `code_${this.codes.length}` };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
}
