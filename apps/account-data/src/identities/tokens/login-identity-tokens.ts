import { Injectable } from '@nestjs/common';
import type { Scope } from '@towpath/contracts';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { InternalClient } from '@towpath/http';
import type { LoginIdentitySnapshot } from '../login-identities/domain/login-identity.js';
import type { Product } from '../login-identities/domain/product-outcome.js';

/** Scopes of every login identity token. */
const OWN: readonly Scope[] = [
  'loginIdentity:self',
  'loginIdentity:update',
  'loginIdentity:delete',
];

const OPENED: Readonly<Record<Product, readonly Scope[]>> = {
  accounts: ['account', 'card:get'],
  online_transactions: ['transaction'],
  historical_transactions: ['transaction'],
  statements: ['statement:read', 'composite_statement'],
  account_numbers: ['account_number'],
  identity: ['identity'],
  balance_history: ['balance_history'],
  payments: [],
  income_estimation: ['income:get'],
  card_details: ['card:get'],
};

/** The scopes of a token: those of the user's consent. */
export function scopesOf(products: readonly Product[]): readonly Scope[] {
  return [...new Set([...OWN, ...products.flatMap((product) => OPENED[product])])];
}

/** The tokens of a login identity; only the gateway issues and stores them. */
@Injectable()
export class LoginIdentityTokens {
  constructor(private readonly client: InternalClient) {}

  /** A new pair. Network call, never in a transaction. */
  mint(snapshot: LoginIdentitySnapshot): Promise<AccessTokenResponse> {
    return this.client.call<AccessTokenResponse>('gateway', {
      method: 'POST',
      path: '/internal/tokens/login_identity',
      body: {
        customer_app_id: snapshot.customerAppId,
        login_identity_id: snapshot.loginIdentityId,
        scopes: scopesOf(snapshot.products),
      },
      idempotent: true,
    });
  }
}
