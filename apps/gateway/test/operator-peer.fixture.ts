import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

/** What a service was asked in the name of an operator. */
export interface AskedPeer {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly claims: JWTPayload;
}

/** A service in its place over HTTP, which reads the gateway's token as services do. */
export class OperatorPeer {
  readonly asked: AskedPeer[] = [];
  private answers: (asked: AskedPeer) => { status?: number; body: unknown } | undefined = () => ({
    body: {},
  });

  private constructor(private readonly standIn: StandIn) {}

  static async start(): Promise<OperatorPeer> {
    const standIn = await startStandIn();
    const peer = new OperatorPeer(standIn);
    standIn.answer(({ method, url, headers, body }, response) => {
      const { pathname, searchParams } = new URL(url, standIn.url);
      const token = (headers['authorization'] as string | undefined)?.slice('Bearer '.length) ?? '';
      const query = Object.fromEntries(searchParams);
      const asked = { method, path: pathname, query, body, claims: decodeJwt(token) };
      peer.asked.push(asked);
      const answer = peer.answers(asked);
      // Undefined: it never answers.
      if (!answer) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
    return peer;
  }

  get url(): string {
    return this.standIn.url;
  }

  /** Undefined for an answer that does not come. */
  answer(answers: typeof this.answers): void {
    this.asked.length = 0;
    this.standIn.seen.length = 0;
    this.answers = answers;
  }

  /** The claims of the last token, with its signature checked by the gateway's published keys. */
  async verified(gatewayInternalUrl: string): Promise<JWTPayload> {
    const token = String(this.standIn.seen.at(-1)?.headers['authorization']).split(' ')[1] ?? '';
    const keys = createRemoteJWKSet(new URL(`${gatewayInternalUrl}/internal/jwks`));
    return (await jwtVerify(token, keys, { algorithms: ['ES256'] })).payload;
  }

  stop(): Promise<void> {
    return this.standIn.stop();
  }
}
