import { AppTokens, type AppCredentials } from './app-tokens.js';
import { ERROR_CLASSES } from './generated/errors.gen.js';
import { createClient, type Client } from './generated/client/index.js';
import { Operations } from './generated/sdk.gen.js';
import { orAborted, repeating, type RepeatOptions } from './repeats.js';
import { TowpathError } from './towpath-error.js';

export interface TowpathOptions extends AppCredentials, RepeatOptions {
  /** Where the API is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** In place of the global `fetch`: it sees each try, also those for tokens. */
  readonly fetch?: typeof fetch;
}

/** The name of the app's own token in the document. */
const APP_TOKEN = 'customerToken';
const KEY_HEADER = 'Idempotency-Key';
/** Where something else than the API answered, such as a proxy. */
const UNKNOWN = 'UNKNOWN';
const classes: Readonly<Record<string, typeof TowpathError>> = ERROR_CLASSES;

/** Operations that take an `Idempotency-Key`. */
export const KEYED_OPERATIONS: readonly string[] = [
  'POST /mandates',
  'POST /mandates/sender_account',
  'POST /payments',
  'POST /payments/{paymentId}/refunds',
  'POST /payouts',
  'POST /payouts/scheduled',
];

/**
 * The API of Towpath for one customer app. Each operation is a method; a refusal is thrown as a
 * `TowpathError`. Use it on a server: it holds the secret of the app.
 */
export class Towpath extends Operations {
  private readonly tokens: AppTokens;

  constructor(options: TowpathOptions) {
    const { client, tokens } = clientOf(options);
    super({ client });
    this.tokens = tokens;
  }

  /** The token of the app, for a call that you make without the SDK. */
  accessToken(): Promise<string> {
    return this.tokens.current();
  }

  /** The same API with another token: of a login identity, or of the authorization of a mandate. */
  withToken(token: string): Operations {
    const { client } = this;
    const other = createClient({ ...client.getConfig(), auth: token });
    addKeysAndErrors(other);
    return new Operations({ client: other });
  }
}

interface ClientOfApp {
  readonly client: Client;
  readonly tokens: AppTokens;
}

function clientOf({ baseUrl, clientId, clientSecret, ...options }: TowpathOptions): ClientOfApp {
  const { fetch = globalThis.fetch } = options;
  const tokens = new AppTokens(() =>
    new Operations({ client: plain }).generateCustomerAccessToken({
      body: {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
      },
    }),
  );
  const calls = repeating({ ...options, fetch, tokens });
  const shared = {
    baseUrl: baseUrl.replace(/\/$/, ''),
    throwOnError: true,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => calls(new Request(input, init)),
  } as const;
  const plain = addKeysAndErrors(createClient(shared));
  const client = addKeysAndErrors(createClient(shared));
  for (const method of ['delete', 'get', 'patch', 'post', 'put'] as const) {
    const call = client[method];
    client[method] = (options) => call({ ...options, auth: authOf(tokens, options.signal) });
  }
  return { client, tokens };
}

/** A call that is ended does not wait for the token, which other calls may need. */
function authOf(tokens: AppTokens, signal: AbortSignal | null | undefined) {
  return ({ key }: { key?: string }): Promise<string> | undefined => {
    if (key !== undefined && key !== APP_TOKEN) return undefined;
    return signal ? orAborted(signal, tokens.current()) : tokens.current();
  };
}

function addKeysAndErrors(client: Client): Client {
  client.interceptors.request.use((request, { method, url }) => {
    if (KEYED_OPERATIONS.includes(`${method} ${url}`) && !request.headers.has(KEY_HEADER)) {
      request.headers.set(KEY_HEADER, crypto.randomUUID());
    }
    return request;
  });
  client.interceptors.error.use((error, answer, request) =>
    withKey(refusalOf(error, answer), request?.headers.get(KEY_HEADER)),
  );
  return client;
}

/** Without the key, the caller of a call that may have happened could not make the same one again. */
function withKey(error: unknown, idempotencyKey: string | null | undefined): unknown {
  return idempotencyKey && error instanceof Error && Object.isExtensible(error)
    ? Object.assign(error, { idempotencyKey })
    : error;
}

/**
 * The error of an answer, by its `error_code`. A code that is newer than this SDK is a plain
 * `TowpathError`. What never became an answer, such as a lost connection, stays as it is.
 */
function refusalOf(error: unknown, answer: Response | undefined): unknown {
  if (!answer || answer.ok || error instanceof TowpathError) return error;
  const { status, headers } = answer;
  const said = membersOf(membersOf(error)['error']);
  const errorCode = textOf(said['error_code']) || UNKNOWN;
  const type = Object.hasOwn(classes, errorCode) ? classes[errorCode] : undefined;
  return new (type ?? TowpathError)({
    status,
    errorCode,
    type: textOf(said['type']),
    message: textOf(said['message']) || `The answer was ${status}.`,
    details: textOf(said['details']),
    requestId: textOf(said['request_id']) || (headers.get('x-request-id') ?? ''),
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
