import type { Institution, InstitutionProduct } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { PRODUCTS, type Product } from '../../identities/login-identities/products.js';
import { scopesToRead } from '../../identities/login-identities/login-identities.reads.js';

/** The products of a link for each product of an institution. */
const SUPPORTED: Readonly<Partial<Record<InstitutionProduct, readonly Product[]>>> = {
  ACCOUNTS: ['accounts', 'balance_history', 'card_details'],
  TRANSACTIONS: ['online_transactions', 'historical_transactions', 'income_estimation'],
  STATEMENTS: ['statements'],
  ACCOUNT_NUMBERS: ['account_numbers'],
  IDENTITY: ['identity'],
};

/**
 * Products by the names of the interface: keys of `product_status` in capitals, `TRANSACTIONS` for
 * both kinds. None: all that the institution supports and the app may read. Throws INVALID_REQUEST
 * for another name, and for a product that the app may not read.
 */
export function requestedProducts(
  asked: readonly string[],
  institution: Pick<Institution, 'products_supported'>,
  appScopes: readonly string[] | undefined,
): readonly Product[] {
  if (asked.length === 0) {
    const supported = institution.products_supported.flatMap((each) => SUPPORTED[each] ?? []);
    return readableProducts(supported, appScopes);
  }
  const wanted = new Set(asked.flatMap(named));
  const closed = [...wanted].find((product) => !isReadable(product, appScopes));
  if (closed) {
    const scopes = scopesToRead(closed).join(' or ');
    throw new DomainError(
      'INVALID_REQUEST',
      `products_requested names ${closed.toUpperCase()}, which needs the scope ${scopes}.`,
    );
  }
  return PRODUCTS.filter((product) => wanted.has(product));
}

/** Those that the app may read. INVALID_REQUEST for none: the user would agree to nothing. */
export function readableProducts(
  products: readonly Product[],
  appScopes: readonly string[] | undefined,
): readonly Product[] {
  const readable = PRODUCTS.filter(
    (product) => products.includes(product) && isReadable(product, appScopes),
  );
  if (readable.length > 0 || products.length === 0) return readable;
  throw new DomainError(
    'INVALID_REQUEST',
    'The customer app has the scope of none of the products.',
  );
}

/** A product without scopes is open to every app. Undefined: the scopes are not known. */
function isReadable(product: Product, appScopes: readonly string[] | undefined): boolean {
  const scopes = scopesToRead(product);
  return !appScopes || scopes.length === 0 || scopes.some((scope) => appScopes.includes(scope));
}

function named(name: string): readonly Product[] {
  if (name === 'TRANSACTIONS') return ['online_transactions', 'historical_transactions'];
  const product = PRODUCTS.find((each) => each.toUpperCase() === name);
  if (product) return [product];
  throw new DomainError(
    'INVALID_REQUEST',
    'products_requested must name products: ACCOUNTS, TRANSACTIONS, STATEMENTS and others.',
  );
}
