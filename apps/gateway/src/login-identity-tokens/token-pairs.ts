import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Scope } from '@towpath/contracts';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Encryption, keyPurpose, KeyedHash } from '@towpath/persistence';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { claimsOf, TOKEN_LIFETIME_S, TokenSigner, tokenBody } from '../signing/token-signer.js';

/** Hashes codes and refresh tokens, and seals the pair that one was exchanged for. */
export const GRANTS_KEY = keyPurpose('grants');

const RANDOM_BYTES = 32;

/** A login identity, and what its consent covers now. */
export interface LoginIdentityGrant {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: string;
  readonly scopes: readonly Scope[];
}

/** A pair for the answer, and the stored part of its refresh token. */
export interface TokenPair {
  readonly body: AccessTokenResponse;
  readonly refreshHash: string;
}

/** Makes and recognizes the tokens of login identities. Stored are keyed hashes alone. */
@Injectable()
export class TokenPairs {
  constructor(
    private readonly apps: CustomerAppsReads,
    private readonly signer: TokenSigner,
    private readonly hashes: KeyedHash,
    private readonly encryption: Encryption,
  ) {}

  /**
   * With those of the scopes that the app has now. Throws UNAUTHORIZED for an app that is not
   * enabled.
   */
  async make(grant: LoginIdentityGrant): Promise<TokenPair> {
    const app = await this.apps.enabled(grant.customerAppId, { named: '' });
    const token = await this.signer.sign(
      {
        ...claimsOf(app),
        sub: grant.loginIdentityId,
        token_use: 'login_identity',
        login_identity_id: grant.loginIdentityId,
        scopes: grant.scopes.filter((scope) => app.profile.scopes.includes(scope)),
      },
      TOKEN_LIFETIME_S.login_identity,
    );
    const refreshToken = this.newSecret('rt');
    const body = {
      ...tokenBody(token),
      token_type: 'Bearer' as const,
      login_identity_id: grant.loginIdentityId,
      refresh_token: refreshToken,
    };
    return { body, refreshHash: this.hashOf(refreshToken) };
  }

  /** 256 random bits after a prefix that names their kind. */
  newSecret(prefix: 'rt' | 'code'): string {
    return `${prefix}_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  }

  hashOf(secret: string): string {
    return this.hashes.hash(GRANTS_KEY, secret);
  }

  /** Under every key that is kept. */
  hashesOf(secret: string): string[] {
    return this.hashes.candidates(GRANTS_KEY, secret);
  }

  /** For callers who lost an answer. */
  seal(handedOut: AccessTokenResponse | string, context: string): Buffer {
    return this.encryption.encrypt(GRANTS_KEY, JSON.stringify(handedOut), context);
  }

  open<T extends AccessTokenResponse | string>(sealed: Buffer, context: string): T {
    return JSON.parse(this.encryption.decrypt(GRANTS_KEY, sealed, context)) as T;
  }
}

/** One answer for everything that makes a code or refresh token unusable. */
export function invalidGrant(): DomainError {
  return new DomainError('INVALID_GRANT', 'Link again for a new one.');
}
