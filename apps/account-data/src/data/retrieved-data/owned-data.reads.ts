import { Injectable } from '@nestjs/common';
import type { Caller } from '@towpath/http';
import { DomainError, parseId, type LoginIdentityId } from '@towpath/kernel';
import {
  Transactions,
  type AppTx,
  type PersonalDataVault,
  type SubjectKey,
} from '@towpath/persistence';
import {
  LoginIdentitiesReads,
  type DataOwner,
  scopesOf,
  scopesToRead,
} from '../../identities/login-identities/login-identities.reads.js';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import type { Product } from '../../identities/login-identities/products.js';

/** A read that belongs to the login identity of a token. */
export interface OwnedRead {
  readonly tx: AppTx;
  readonly loginIdentityId: LoginIdentityId;
}

export const SEALED = {
  account: 'accounts.sealed',
  paymentNumber: 'accounts.payment_number',
  file: 'statements.sealed_file',
  identity: 'identities.sealed',
} as const;

/** Statuses after a first retrieval: stored data stays readable during a refresh. */
const READABLE: ReadonlySet<string> = new Set(['SUCCESS', 'WARNING', 'NOT_AVAILABLE']);

/** Permits reads of the login identity of the token alone, and of products that are ready. */
@Injectable()
export class OwnedDataReads {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesReads,
  ) {}

  /** The answer of `read`, with the members about the login identity of the token. */
  answer<T>(
    caller: Caller,
    products: readonly Product[],
    read: (owned: OwnedRead) => Promise<T>,
  ): Promise<T & Pick<DataOwner, 'login_identity' | 'institution'>> {
    return this.read(caller, products, async ({ login_identity, institution, ...owned }) => ({
      login_identity,
      institution,
      ...(await read(owned)),
    }));
  }

  /**
   * Runs a read for the login identity of the token. Throws INSUFFICIENT_SCOPE when the consent no
   * longer covers any of the products, and PRODUCT_NOT_AVAILABLE when none was retrieved.
   */
  read<T>(
    { customerAppId, claims }: Caller,
    products: readonly Product[],
    work: (owned: OwnedRead & DataOwner) => Promise<T>,
  ): Promise<T> {
    const loginIdentityId = parseId<LoginIdentityId>(claims.login_identity_id);
    if (!loginIdentityId) {
      throw new DomainError('LOGIN_IDENTITY_NOT_FOUND', 'The token names no login identity.');
    }
    const read = async (tx: AppTx) => {
      const owner = await this.identities.dataOwner(tx, loginIdentityId);
      assertScope(owner, products);
      if (products.some((product) => isReady(owner, product))) {
        return work({ ...owner, tx, loginIdentityId });
      }
      const explanation = `${products.join(' or ')} was not requested or is not ready.`;
      throw new DomainError('PRODUCT_NOT_AVAILABLE', explanation);
    };
    return this.db.forApp(customerAppId, read, { readOnly: true });
  }

  /** Throws INSUFFICIENT_SCOPE for an address of before the consent was narrowed, or ended. */
  assertCovered(whose: LoginKey, product: Product): Promise<void> {
    const check = async (tx: AppTx) =>
      assertScope(await this.identities.dataOwner(tx, whose.loginIdentityId), [product]);
    return this.db.forApp(whose.customerAppId, check, { readOnly: true });
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

/** The key of the sealed values of a login identity; undefined once its data was erased. */
export async function keyOf(
  vault: PersonalDataVault,
  tx: AppTx,
  { loginIdentityId }: Pick<LoginKey, 'loginIdentityId'>,
): Promise<SubjectKey | undefined> {
  return (await vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
}
