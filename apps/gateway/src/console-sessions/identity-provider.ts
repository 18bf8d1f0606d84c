import { awaitedLater, DomainError } from '@towpath/kernel';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { OidcLogin } from './console.config.js';
import type { ProviderLogout } from './console-sessions.service.js';

/** The provider must answer within this time, in seconds. */
const ANSWER_S = 5;
/** A login that was asked for anew is at most so old, in seconds, by clocks that agree. */
const FRESH_S = 60;
/** The clocks of the provider and of this machine differ by at most so much, in seconds. */
const CLOCKS_DIFFER_S = 30;
/** A logout token that is older is refused, in seconds. */
const LOGOUT_TOKEN_S = 120;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Without the symmetric ones, whose key would be our own secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384'];
ALGORITHMS.push('ES512', 'EdDSA');

/** What the browser keeps while the operator is at the provider. */
export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The provider was asked to let the operator prove who they are once more. */
  readonly isFresh: boolean;
}

/** Whom the provider names, with all of its claims. */
export interface Identity {
  readonly subject: string;
  readonly name: string;
  readonly providerSession: string | null;
  readonly authenticatedAt: Date | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The OpenID Connect provider at which operators log in. It is asked at the first login. */
export class IdentityProvider {
  private found: Promise<oidc.Configuration> | undefined;
  private keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly settings: OidcLogin,
    private readonly redirectUri: string,
  ) {}

  /** Where the browser goes, and what it keeps until it comes back. */
  async begin({ isFresh }: { readonly isFresh: boolean }) {
    const provider = await this.provider();
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.redirectUri,
      scope: this.settings.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    });
    return { url, begun: { state, nonce, verifier, isFresh } satisfies BegunLogin };
  }

  /**
   * Exchanges the answer of the provider. Rejects for a wrong state, nonce, issuer or signature.
   * Rejects also for a code that is not good any more, and for a login that is too old.
   */
  async finish(answer: URL, { state, nonce, verifier, isFresh }: BegunLogin): Promise<Identity> {
    const provider = await this.provider();
    const tokens = await oidc.authorizationCodeGrant(provider, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(isFresh && { maxAge: FRESH_S }),
    });
    const own = tokens.claims();
    if (!own) throw new Error('the provider gave no ID token');
    const more = await this.furtherClaims(provider, tokens.access_token, own);
    const claims: Identity['claims'] = { ...more, ...own };
    const names = [claims['name'], claims['preferred_username'], claims['email'], own.sub];
    const { auth_time: authenticated, sid } = own;
    return {
      subject: subjectOf(own),
      name: String(names.find((name) => typeof name === 'string' && name !== '')).slice(0, 200),
      providerSession: typeof sid === 'string' ? sid : null,
      authenticatedAt: authenticated === undefined ? null : new Date(authenticated * 1_000),
      claims,
    };
  }

  /**
   * Whom a logout token names. Throws `INVALID_REQUEST` for a wrong signature, issuer, audience, age
   * or event, for one with a nonce, and for one that names nobody.
   */
  async readLogoutToken(token: string): Promise<ProviderLogout> {
    const provider = await this.provider();
    const { issuer, jwks_uri: keySet } = provider.serverMetadata();
    if (keySet === undefined) throw new Error('the provider publishes no keys');
    this.keys ??= createRemoteJWKSet(new URL(keySet), { timeoutDuration: ANSWER_S * 1_000 });
    const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
      issuer,
      audience: this.settings.clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: LOGOUT_TOKEN_S,
      clockTolerance: 10,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    }).catch((error: unknown) => {
      throw new DomainError('INVALID_REQUEST', `logout_token: ${(error as Error).message}`);
    });
    const { typ = 'logout+jwt' } = protectedHeader;
    const { jti, exp, sub, sid, events, nonce } = payload;
    const event = (events as Readonly<Record<string, unknown>> | null)?.[LOGOUT_EVENT];
    const complaint = [
      !/^(application\/)?(logout\+)?jwt$/i.test(typ) && 'it has another type',
      (typeof event !== 'object' || event === null) && 'it has not the event of a logout',
      nonce !== undefined && 'it has a nonce',
      sub === undefined && typeof sid !== 'string' && 'it names neither sid nor sub',
      typeof jti !== 'string' && 'jti is no text',
    ].find((each) => each !== false);
    if (complaint) throw new DomainError('INVALID_REQUEST', `logout_token: ${complaint}.`);
    return {
      tokenId: String(jti),
      expiresAt: new Date(Number(exp) * 1_000),
      providerSession: typeof sid === 'string' ? sid : null,
      subject: sub === undefined ? null : subjectOf({ iss: issuer, sub }),
    };
  }

  /** Some providers tell roles and names only here. */
  private async furtherClaims(
    provider: oidc.Configuration,
    accessToken: string,
    { sub }: { readonly sub: string },
  ): Promise<Identity['claims']> {
    if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
    return { ...(await oidc.fetchUserInfo(provider, accessToken, sub)) };
  }

  /** Asked once; after a failure again at the next login. */
  private provider(): Promise<oidc.Configuration> {
    this.found ??= awaitedLater(
      this.discover().catch((error: unknown) => {
        this.found = undefined;
        throw error;
      }),
    );
    return this.found;
  }

  private discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const execute = [oidc.enableNonRepudiationChecks];
    // Only for an issuer on this machine, which the configuration has checked.
    if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    const client = { [oidc.clockTolerance]: CLOCKS_DIFFER_S };
    return oidc.discovery(issuer, clientId, client, clientAuthentication(clientSecret), {
      execute,
      timeout: ANSWER_S,
    });
  }
}

/** In the header, as every provider must accept; in the body for one that says it accepts only that. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const inHeader = oidc.ClientSecretBasic(secret);
  const inBody = oidc.ClientSecretPost(secret);
  return (server, client, ...request) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const choose = ways.includes('client_secret_basic') ? inHeader : inBody;
    choose(server, client, ...request);
  };
}

function subjectOf({ iss, sub }: { readonly iss: string; readonly sub: string }): string {
  return `oidc:${iss}#${sub}`;
}
