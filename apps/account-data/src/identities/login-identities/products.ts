import type { ProductOutcome } from '../../banks/institution-connections/retrieved-rows.js';

/** The keys of `product_status`. */
export const PRODUCTS = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'account_numbers',
  'identity',
  'balance_history',
  'payments',
  'income_estimation',
  'card_details',
] as const;
export type Product = (typeof PRODUCTS)[number];

/** Outcomes of a retrieval, each with the resulting status. */
export const OUTCOME_STATUSES = {
  RETRIEVED: 'SUCCESS',
  PARTIALLY_RETRIEVED: 'WARNING',
  RETRIEVAL_FAILED: 'ERROR',
  NOT_FOUND: 'NOT_AVAILABLE',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION: 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
} as const satisfies Record<ProductOutcome, string>;
export interface ProductResult {
  readonly product: Product;
  readonly outcome: ProductOutcome;
}

/** The stored form: times in ISO 8601. */
interface ProductProgress {
  readonly status: 'IN_PROGRESS' | (typeof OUTCOME_STATUSES)[ProductOutcome];
  readonly statusDetails: string | null;
  readonly lastUpdate: string | null;
  readonly lastSuccess: string | null;
}
export type ProductProgresses = Readonly<Partial<Record<Product, ProductProgress>>>;

/** The end of a consent. */
interface Term {
  readonly permissionExpired: boolean;
  readonly permissionExpiresAt: Date | null;
}

/** Whether the consent has ended at an instant, also before a job has noticed it. */
export function isConsentOver({ permissionExpired, permissionExpiresAt }: Term, at: Date): boolean {
  return permissionExpired || (permissionExpiresAt !== null && permissionExpiresAt <= at);
}

/** The products that the user's consent covers at an instant: none after its end. */
export function coveredProducts(
  consent: Term & { readonly products: readonly Product[] },
  at: Date,
): readonly Product[] {
  return isConsentOver(consent, at) ? [] : consent.products;
}

/** The event of an outcome: `ACCOUNTS_RETRIEVED`. */
export function productEventOf(product: Product, outcome: ProductOutcome): string {
  return `${product.toUpperCase()}_${outcome}`;
}

/** What is known of the products of a new consent. */
export function keepProducts(
  known: ProductProgresses,
  products: readonly Product[],
): ProductProgresses {
  return Object.fromEntries(
    products.flatMap((product) => (known[product] ? [[product, known[product]]] : [])),
  );
}

/** Products of a new session; earlier data stays. */
export function beginProducts(
  known: ProductProgresses,
  products: readonly Product[],
): ProductProgresses {
  const none = { statusDetails: null, lastUpdate: null, lastSuccess: null };
  const begun = products.map((product) => [
    product,
    { ...none, ...known[product], status: 'IN_PROGRESS' },
  ]);
  return { ...known, ...(Object.fromEntries(begun) as ProductProgresses) };
}

export function endProduct(
  known: ProductProgresses,
  { product, outcome, at }: ProductResult & { readonly at: Date },
): ProductProgresses {
  const status = OUTCOME_STATUSES[outcome];
  const lastUpdate = at.toISOString();
  const lastSuccess = status === 'SUCCESS' ? lastUpdate : (known[product]?.lastSuccess ?? null);
  const statusDetails = productEventOf(product, outcome);
  return { ...known, [product]: { status, statusDetails, lastUpdate, lastSuccess } };
}

/** The common outcome of all products. */
export function completionOf(
  known: ProductProgresses,
): 'PENDING' | 'COMPLETE' | 'PARTLY' | 'FAILED' {
  const statuses = Object.values(known).map(({ status }) => status);
  if (statuses.includes('IN_PROGRESS')) return 'PENDING';
  const failed = statuses.filter(
    (status) => status === 'ERROR' || status === 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  );
  if (failed.length === 0) return 'COMPLETE';
  return failed.length === statuses.length ? 'FAILED' : 'PARTLY';
}
