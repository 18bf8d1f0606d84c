import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccessTokenClaims, ServiceName } from '@towpath/contracts';
import { OPERATOR_TOKEN_SECONDS, type OperatorClaim } from '@towpath/contracts/operator';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Claims of a token beside the usual ones. */
export type SignedClaims = Partial<AccessTokenClaims> & { readonly customer_app_id: string };

/** Keys and mints as the gateway has them, and nothing else of it. */
export class FakeGateway {
  /** Answers of other routes, by method and path: `POST /internal/…`; without one, `{}`. */
  readonly answers = new Map<string, { readonly status: number; readonly body: object }>([
    ['POST /internal/audit/seals', { status: 200, body: { known_to: 0, refused: [] } }],
  ]);
  /** Requests to other routes: method and path. */
  readonly asked: string[] = [];

  private constructor(
    readonly url: string,
    private readonly privateKey: CryptoKey,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<FakeGateway> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'test' };
    const minted = async (request: IncomingMessage): Promise<object> => {
      const body = JSON.parse(await textOf(request)) as Record<string, string>;
      const isSession = request.url === '/internal/tokens/payment_link';
      const claims = isSession
        ? { token_use: 'payment_link' as const, scopes: [], ...body }
        : { token_use: 'service' as const, aud: body['audience'] as 'gateway' };
      const appId = body['customer_app_id'] ?? '';
      const token = await sign(privateKey, { ...claims, customer_app_id: appId });
      return { access_token: token, token_type: 'Bearer', expires_in: 1800 };
    };
    const other = (route: string) => {
      gateway.asked.push(route);
      return gateway.answers.get(route) ?? { status: 200, body: {} };
    };
    const answerTo = async (request: IncomingMessage) => {
      const { method = '', url = '' } = request;
      if (url.startsWith('/internal/tokens/')) return { status: 200, body: await minted(request) };
      if (url === '/internal/jwks') return { status: 200, body: { keys: [jwk] } };
      return other(`${method} ${url}`);
    };
    const server = createServer((request, response) => {
      void answerTo(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = new FakeGateway(url, privateKey, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return gateway;
  }

  sign(claims: SignedClaims): Promise<string> {
    return sign(this.privateKey, claims);
  }

  signForOperator(audience: ServiceName, operator: Partial<OperatorClaim> = {}): Promise<string> {
    return this.sign(operatorClaims(audience, operator));
  }

  /** For a route that commands of operators call. */
  signForCommand(audience: ServiceName): Promise<string> {
    return this.signForOperator(audience, { role: 'admin', purpose: 'act' });
  }
}

/** What the gateway signs when an operator asks a service. */
export function operatorClaims(
  audience: ServiceName,
  operator: Partial<OperatorClaim>,
): SignedClaims {
  return {
    sub: 'gateway',
    aud: audience,
    token_use: 'service',
    customer_app_id: '',
    exp: Math.floor(Date.now() / 1000) + OPERATOR_TOKEN_SECONDS,
    operator: {
      subject: 'local:tester',
      role: 'viewer',
      apps: '*',
      session: 'session-of-the-test',
      purpose: 'see',
      ...operator,
    },
  };
}

async function sign(key: CryptoKey, claims: SignedClaims): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload: AccessTokenClaims = {
    iss: 'test',
    sub: claims.customer_app_id,
    aud: 'public',
    iat: now,
    exp: now + 600,
    jti: newId(new Date()),
    token_use: 'customer',
    client_id: newId<CustomerAppId>(new Date()),
    login_identity_id: '',
    scopes: [],
    gen: 1,
    app_type: 'TEST',
    ...claims,
  };
  return new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', kid: 'test' }).sign(key);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
