import { freePort } from '@towpath/local-system';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';

export const CONSOLE_CLIENT = {
  id: 'towpath-console',
  secret: 'a secret of the console: 0123456789',
};

/** Claims by subject: the accounts of the provider. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A certified OpenID provider over HTTP, in which the next one to log in is chosen by the test. */
export interface RunningProvider {
  readonly issuer: string;
  /** Who logs in at the provider when it asks. */
  person: string;
  /** The provider takes a login of so many seconds ago for a new one, as it must not. */
  loginAgeS: number;
  /** What the provider's own answer to the console becomes before the browser takes it. */
  signed(claims: Readonly<Record<string, unknown>>, options?: SignedOptions): Promise<string>;
  stop(): Promise<void>;
}

interface SignedOptions {
  readonly typ?: string;
  /** Another key than the provider's. */
  readonly isForged?: boolean;
}

interface ProviderOptions {
  readonly accounts: Accounts;
  /** Origin of the console. */
  readonly console: string;
  /** Claims stand in the ID token, not only at the userinfo endpoint. */
  readonly claimsInToken?: boolean;
}

/** The provider signs with this algorithm. */
const ALG = 'RS256';

export async function startProvider(options: ProviderOptions): Promise<RunningProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const key = await newKey();
  // It is large, and few specs need it.
  const { Provider: OpenIdProvider } = await import('oidc-provider');
  const provider = new OpenIdProvider(issuer, configurationOf(options, key));
  const running = { person: Object.keys(options.accounts)[0] ?? '', loginAgeS: 0 };
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void logIn(provider, { request, response, ...running });
  });
  server.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(running, {
    issuer,
    signed: async (
      claims: Readonly<Record<string, unknown>>,
      { typ = 'logout+jwt', isForged = false }: SignedOptions = {},
    ) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALG, kid: 'k1', typ })
        .sign(await importJWK(isForged ? await newKey() : key, ALG)),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALG, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'k1', alg: ALG, use: 'sig' };
}

function configurationOf(options: ProviderOptions, key: JWK): Configuration {
  const { accounts, console, claimsInToken = false } = options;
  return {
    clients: [
      {
        client_id: CONSOLE_CLIENT.id,
        client_secret: CONSOLE_CLIENT.secret,
        redirect_uris: [`${console}/console/callback`],
        backchannel_logout_uri: `${console}/console/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['a key of this test'] },
    claims: { openid: ['sub', 'roles', 'apps'], profile: ['name'] },
    conformIdTokenClaims: !claimsInToken,
    scopes: ['openid', 'profile', 'email'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Without its guard, which lets it call no address of this machine.
    fetch: (input, init) => fetch(input, { ...init, dispatcher: undefined } as RequestInit),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Grant: 3_600, Session: 3_600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ ...accounts[sub], sub }),
    }),
    loadExistingGrant: grantAll,
  };
}

/** Nobody is asked for consent: the console is of the same house. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({
    clientId: client?.clientId ?? '',
    accountId: session?.accountId ?? '',
  });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

async function logIn(
  provider: Provider,
  at: {
    request: IncomingMessage;
    response: ServerResponse;
    person: string;
    loginAgeS: number;
  },
): Promise<void> {
  const { request, response, person: accountId, loginAgeS } = at;
  const ts = Math.floor(Date.now() / 1_000) - loginAgeS;
  await provider.interactionFinished(request, response, { login: { accountId, ts } });
}
