import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Readonly<Record<string, unknown>>;

/** What the gateway's mint is asked for, and answers. */
export class StandInGateway {
  /** Orders of codes, in order. */
  readonly codes: Body[] = [];
  /** Orders of first pairs, in order. */
  readonly pairs: Body[] = [];
  /** Page sessions whose code was exchanged. */
  readonly exchanged = new Set<unknown>();
  /** Logins whose pair was refreshed. */
  readonly refreshed = new Set<unknown>();

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

  private pairOf(body: Body) {
    this.pairs.push(body);
    const { authentication_id: login, login_identity_id } = body;
    if (this.refreshed.has(login)) return {};
    const tokens = { access_token: `access of ${login}`, refresh_token: `refresh of ${login}` };
    return { pair: { ...tokens, login_identity_id, token_type: 'Bearer', expires_in: 3_600 } };
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
    if (path === '/internal/tokens/login_identity') return this.pairOf(body);
    if (path !== '/internal/link_codes') return undefined;
    this.codes.push(body);
    const session = body['session_id'];
    if (this.exchanged.has(session)) return {};
    const known = this.codes.findIndex((each) => each['session_id'] === session);
    return { code: `code_${known + 1}` };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
}
