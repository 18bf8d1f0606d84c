import type { AccessTokenClaims } from '@towpath/contracts';
import { TOKEN_USES } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';

import type { KnownKeys } from './public-key-source.js';

const ALGORITHM = 'ES256';
const MAX_TOKEN_LENGTH = 8_192;

interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  /** ID of the key that signed it: a withdrawn key withdraws its tokens. */
  readonly keyId: string;
}

const CAPACITY = 20_000;

/** Caches verified signatures by a hash of the token; it drops the least recently used one. */
export class TokenCache extends LRUCache<string, VerifiedToken> {
  constructor(capacity = CAPACITY) {
    super({ max: capacity });
  }

  static keyOf(token: string): string {
    return hash('sha256', token, 'base64');
  }
}

/** Checks signature, lifetime and shape of access tokens, not their permissions. */
export class TokenVerifier {
  readonly #cache: TokenCache;
  readonly #now: () => number;

  constructor(
    private readonly keys: KnownKeys,
    { cache = new TokenCache(), now = Date.now }: { cache?: TokenCache; now?: () => number } = {},
  ) {
    this.#cache = cache;
    this.#now = now;
  }

  /**
   * The claims of a valid token. Throws `UNAUTHORIZED` or `TOKEN_EXPIRED`; any other error means
   * that the keys could not be read, which is no fault of the caller.
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    if (token.length > MAX_TOKEN_LENGTH) throw badToken();
    const cacheKey = TokenCache.keyOf(token);
    const known = this.#cache.get(cacheKey);
    if (known && (await this.keys.trusts(known.keyId))) return this.#unexpired(known, cacheKey);
    const verified = await this.#verifySignature(token);
    this.#cache.set(cacheKey, verified);
    return verified.claims;
  }

  #unexpired({ claims }: VerifiedToken, cacheKey: string): AccessTokenClaims {
    if (claims.exp * 1000 > this.#now()) return claims;
    this.#cache.delete(cacheKey);
    throw expiredToken();
  }

  async #verifySignature(token: string): Promise<VerifiedToken> {
    const keyId = keyIdOf(token);
    const key = await this.keys.find(keyId);
    if (!key) throw badToken();
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        currentDate: new Date(this.#now()),
        requiredClaims: ['exp', 'iat', 'jti', 'sub', 'aud', 'token_use'],
      });
      if (!isClaims(payload)) throw badToken();
      return { claims: payload, keyId };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expiredToken();
      throw badToken();
    }
  }
}

function keyIdOf(token: string): string {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    if (kid && alg === ALGORITHM) return kid;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw badToken();
}

function isClaims(payload: object): payload is AccessTokenClaims {
  const claims = payload as Partial<Record<keyof AccessTokenClaims, unknown>>;
  return (
    TOKEN_USES.some((use) => use === claims.token_use) &&
    typeof claims.aud === 'string' &&
    typeof claims.customer_app_id === 'string' &&
    typeof claims.gen === 'number' &&
    Array.isArray(claims.scopes)
  );
}

function badToken(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The access token is not valid.');
}

function expiredToken(): DomainError {
  return new DomainError('TOKEN_EXPIRED', 'The access token has expired. Ask for a new one.');
}
