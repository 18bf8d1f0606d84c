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
} as const;
export type Outcome = keyof typeof OUTCOME_STATUSES;
/** What became of the retrieval of a product. */
export interface ProductResult {
  readonly product: Product;
  readonly outcome: Outcome;
}
export type ProductState = 'IN_PROGRESS' | (typeof OUTCOME_STATUSES)[Outcome];

/** The stored form: times in ISO 8601. */
export interface ProductProgress {
  readonly status: ProductState;
  readonly statusDetails: string | null;
  readonly lastUpdate: string | null;
  readonly lastSuccess: string | null;
}
export type ProductProgresses = Readonly<Partial<Record<Product, ProductProgress>>>;

/** The event of an outcome: `ACCOUNTS_RETRIEVED`. */
export function productEventOf(product: Product, outcome: Outcome): string {
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
  const begun = products.map((product) => [
    product,
    {
      statusDetails: null,
      lastUpdate: null,
      lastSuccess: null,
      ...known[product],
      status: 'IN_PROGRESS' as const,
    },
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

type Completion = 'PENDING' | 'COMPLETE' | 'PARTLY' | 'FAILED';

/** The common outcome of all products. */
export function completionOf(known: ProductProgresses): Completion {
  const statuses = Object.values(known).map(({ status }) => status);
  if (statuses.includes('IN_PROGRESS')) return 'PENDING';
  const failed = statuses.filter(
    (status) => status === 'ERROR' || status === 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  );
  if (failed.length === 0) return 'COMPLETE';
  return failed.length === statuses.length ? 'FAILED' : 'PARTLY';
}
