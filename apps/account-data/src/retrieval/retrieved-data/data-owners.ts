import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Caller } from '@towpath/http';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
import { scopesOf, scopesToRead } from '../../identities/tokens/login-identity-tokens.js';
import {
  ReadLoginIdentity,
  type DataOwner,
} from '../../identities/login-identities/read-login-identity.js';

/** A read that belongs to the login identity of a token. */
export interface OwnedRead extends DataOwner {
  readonly tx: AppTx;
  readonly loginIdentityId: LoginIdentityId;
}

/** Statuses after a first retrieval: stored data stays readable during a refresh. */
const READABLE: ReadonlySet<string> = new Set(['SUCCESS', 'WARNING', 'NOT_AVAILABLE']);

/**
 * Permits reads of data: only the login identity of the token, and only products that are ready.
 */
@Injectable()
export class DataOwners {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: ReadLoginIdentity,
  ) {}

  /**
   * Runs a read for the login identity of the token. Throws INSUFFICIENT_SCOPE when the consent no
   * longer covers any of the products, and PRODUCT_NOT_AVAILABLE when none was retrieved.
   */
  read<T>(
    { customerAppId, claims }: Caller,
    products: readonly Product[],
    work: (owned: OwnedRead) => Promise<T>,
  ): Promise<T> {
    const loginIdentityId = parseId<LoginIdentityId>(claims.login_identity_id);
    if (!loginIdentityId) {
      throw new DomainError('LOGIN_IDENTITY_NOT_FOUND', 'The token names no login identity.');
    }
    return this.transactions.forApp(customerAppId, async (tx) => {
      const owner = await this.identities.dataOwner(tx, loginIdentityId);
      assertScope(owner, products);
      if (!products.some((product) => isReady(owner, product))) throw notAvailable(products);
      return work({ ...owner, tx, loginIdentityId });
    });
  }

  /** Throws INSUFFICIENT_SCOPE for an address of before the consent was narrowed, or ended. */
  assertCovered(
    whose: { readonly customerAppId: CustomerAppId; readonly loginIdentityId: LoginIdentityId },
    product: Product,
  ): Promise<void> {
    return this.transactions.forApp(whose.customerAppId, async (tx) => {
      assertScope(await this.identities.dataOwner(tx, whose.loginIdentityId), [product]);
    });
  }
}

/** A token loses the scopes of products that its consent no longer covers. */
function assertScope({ covered }: DataOwner, products: readonly Product[]): void {
  const scopes = scopesOf(covered);
  if (products.flatMap(scopesToRead).some((scope) => scopes.includes(scope))) return;
  const names = products.join(' or ');
  throw new DomainError('INSUFFICIENT_SCOPE', `The consent of the user does not cover ${names}.`);
}

function isReady({ covered, progress }: DataOwner, product: Product): boolean {
  const known = progress[product];
  if (!known || !covered.includes(product)) return false;
  return READABLE.has(known.status) || known.lastSuccess !== null;
}

function notAvailable(products: readonly Product[]): DomainError {
  const names = products.join(' or ');
  return new DomainError('PRODUCT_NOT_AVAILABLE', `${names} was not requested or is not ready.`);
}
