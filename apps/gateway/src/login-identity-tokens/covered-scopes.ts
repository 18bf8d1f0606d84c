import { Injectable } from '@nestjs/common';
import { isScope, type Scope } from '@towpath/contracts';
import { InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { LoginIdentityGrant } from './token-pairs.js';

/** Reads the scopes that the consent of a login identity covers now. */
@Injectable()
export class CoveredScopes {
  constructor(private readonly client: InternalClient) {}

  /** Null for a deleted login identity. Network call, never in a transaction. */
  async of(
    login: Pick<LoginIdentityGrant, 'customerAppId' | 'loginIdentityId'>,
  ): Promise<readonly Scope[] | null> {
    try {
      const { scopes } = await this.client.call<{ readonly scopes: readonly string[] }>(
        'account-data',
        {
          method: 'GET',
          path: `/internal/login_identities/${login.loginIdentityId}/scopes`,
          query: { customer_app_id: login.customerAppId },
        },
      );
      return scopes.filter((scope): scope is Scope => isScope(scope));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'LOGIN_IDENTITY_NOT_FOUND') return null;
      throw error;
    }
  }
}
