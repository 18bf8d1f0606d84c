import type { Scope } from '@towpath/contracts';
import type { Product } from './product-outcome.js';

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
