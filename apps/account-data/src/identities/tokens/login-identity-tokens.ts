import { Injectable } from '@nestjs/common';
import type { Scope } from '@towpath/contracts';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { InternalClient } from '@towpath/http';
import { createdAtOf, parseId, type Id } from '@towpath/kernel';
import { coveredProducts } from '../login-identities/domain/consent.js';
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

/** The scopes of a token: those of the user's consent. The gateway keeps those that the app has. */
export function scopesOf(products: readonly Product[]): readonly Scope[] {
  return [...new Set([...OWN, ...products.flatMap((product) => OPENED[product])])];
}

/** The scopes that open products. */
export const DATA_SCOPES: readonly Scope[] = [...new Set(Object.values(OPENED).flat())];

/** The scopes that open a product; an app without any of them cannot read it. */
export function scopesToRead(product: Product): readonly Scope[] {
  return OPENED[product];
}

/** For so long after a login, each read of its status has its tokens. Real time. */
const HANDED_OUT_MS = 10 * 60_000;

/** A login identity as it is read, and when. */
interface LoginNow {
  readonly snapshot: LoginIdentitySnapshot;
  /** On the app's clock. */
  readonly now: Date;
  readonly systemNow: Date;
}

/** The tokens of a login identity; only the gateway issues and stores them. */
@Injectable()
export class LoginIdentityTokens {
  constructor(private readonly client: InternalClient) {}

  /**
   * The first pair of a login: the same for 10 minutes from its success, or until it is refreshed;
   * then null. Network call, never in a transaction.
   */
  async first({ snapshot, now, systemNow }: LoginNow): Promise<AccessTokenResponse | null> {
    const { customerAppId, loginIdentityId } = snapshot;
    const authenticationId = parseId<Id<'Authentication'>>(snapshot.authenticationId);
    const ageMs = authenticationId && systemNow.getTime() - createdAtOf(authenticationId).getTime();
    if (ageMs === undefined || ageMs > HANDED_OUT_MS) return null;
    const { pair } = await this.client.call<{ readonly pair?: AccessTokenResponse }>('gateway', {
      method: 'POST',
      path: '/internal/tokens/login_identity',
      body: {
        customer_app_id: customerAppId,
        login_identity_id: loginIdentityId,
        authentication_id: authenticationId,
        scopes: scopesOf(coveredProducts(snapshot, now)),
      },
      idempotent: true,
    });
    return pair ?? null;
  }
}
