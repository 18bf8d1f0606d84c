import type { Institution, InstitutionProduct } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import {
  PRODUCTS,
  type Product,
} from '../../identities/login-identities/domain/product-outcome.js';

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
 * both kinds. None: all that the institution supports. Throws INVALID_REQUEST for another name.
 */
export function requestedProducts(
  asked: readonly string[],
  institution: Pick<Institution, 'products_supported'>,
): readonly Product[] {
  const wanted = new Set(asked.length === 0 ? supportedBy(institution) : asked.flatMap(named));
  return PRODUCTS.filter((product) => wanted.has(product));
}

function supportedBy(institution: Pick<Institution, 'products_supported'>): readonly Product[] {
  return institution.products_supported.flatMap((product) => SUPPORTED[product] ?? []);
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
