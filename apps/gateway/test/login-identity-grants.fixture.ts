import { newId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

export interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly login_identity_id: string;
  readonly error?: { readonly error_code: string; readonly code: number };
}

type App = Awaited<ReturnType<RunningGateway['createApp']>>;

export const LOGIN_IDENTITY = '01JQ0000000000000000000GND';
export const REDIRECT_URI = 'http://127.0.0.1:8090/callback';
export const SCOPES = ['loginIdentity:self', 'account'];

/** One app at a gateway, and account-data, which knows one login identity of the app. */
export class Grants {
  /** Null for a deleted login identity. */
  covered: readonly string[] | null = SCOPES;

  private constructor(
    readonly gateway: RunningGateway,
    private readonly accountData: StandIn,
    private readonly service: string,
    readonly app: App,
    readonly token: string,
  ) {
    accountData.answer((_request, response) => {
      response.writeHead(this.covered ? 200 : 400, { 'content-type': 'application/json' });
      const error = { error_code: 'LOGIN_IDENTITY_NOT_FOUND' };
      response.end(JSON.stringify(this.covered ? { scopes: this.covered } : { error }));
    });
  }

  static async start(): Promise<Grants> {
    const accountData = await startStandIn();
    const gateway = await startGateway({ ACCOUNT_DATA_INTERNAL_URL: accountData.url });
    const answer = await post(
      `${gateway.internalUrl}/internal/tokens/service`,
      { audience: 'gateway' },
      { authorization: gateway.environment.basicCredentials('account-data') },
    );
    const { access_token: service } = (await answer.json()) as Pair;
    const app = await gateway.createApp();
    const token = await gateway.token(app.app, app.clientSecret);
    return new Grants(gateway, accountData, service, app, token);
  }

  sql(text: string) {
    return this.gateway.app.get(Transactions).asWorker((tx) => tx.query(byValues(text)));
  }

  inside(path: string, body: object): Promise<Response> {
    const login = { customer_app_id: this.app.app.id, login_identity_id: LOGIN_IDENTITY };
    return post(
      `${this.gateway.internalUrl}${path}`,
      { ...login, scopes: SCOPES, ...body },
      { authorization: `Bearer ${this.service}` },
    );
  }

  /** What a read of the status of a login gets. */
  async status(authenticationId: string, more: object = {}): Promise<Pair | undefined> {
    const body = { authentication_id: authenticationId, ...more };
    const answer = await this.inside('/internal/tokens/login_identity', body);
    return ((await answer.json()) as { pair?: Pair }).pair;
  }

  async granted(): Promise<Pair> {
    return (await this.status(newId(new Date())))!;
  }

  /** The code of a page session; undefined where the session has none any more. */
  async code(more: object = {}): Promise<string | undefined> {
    const order = { session_id: newId(new Date()), redirect_uri: REDIRECT_URI, ...more };
    return ((await (await this.inside('/internal/link_codes', order)).json()) as { code?: string })
      .code;
  }

  async refresh(refreshToken: string, as = this.token) {
    const url = `${this.gateway.publicUrl}/auth/token/refresh`;
    const authorization = `Bearer ${as}`;
    const answer = await post(url, { refresh_token: refreshToken }, { authorization });
    return { status: answer.status, body: (await answer.json()) as Pair };
  }

  async exchange(code = '', more: Record<string, string> = {}, as = this.token) {
    const form = {
      grant_type: 'authorization_code',
      code,
      client_id: this.app.app.clientId,
      redirect_uri: REDIRECT_URI,
      ...more,
    };
    const answer = await fetch(`${this.gateway.publicUrl}/auth/token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}` },
      body: new URLSearchParams(form),
    });
    return { status: answer.status, body: (await answer.json()) as Pair };
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.accountData.stop();
  }
}

export const refused = {
  status: 400,
  body: { error: { error_code: 'INVALID_GRANT', code: 40009 } },
};
