import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Caller } from '@towpath/http';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
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
   * Runs a read for the login identity of the token. Throws PRODUCT_NOT_AVAILABLE when none of the
   * products was requested and retrieved.
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
      if (!products.some((product) => isReady(owner, product))) throw notAvailable(products);
      return work({ ...owner, tx, loginIdentityId });
    });
  }
}

function isReady({ progress }: DataOwner, product: Product): boolean {
  const known = progress[product];
  if (!known) return false;
  return READABLE.has(known.status) || known.lastSuccess !== null;
}

function notAvailable(products: readonly Product[]): DomainError {
  const names = products.join(' or ');
  return new DomainError('PRODUCT_NOT_AVAILABLE', `${names} was not requested or is not ready.`);
}
