import type { ProductStatuses } from '../api/link-view.js';

/** State of a product, as the user sees it. */
export type ProductState = 'ARRIVING' | 'READY' | 'PARTLY' | 'NONE' | 'FAILED';

interface ProductProgress {
  /** Key of `product_status`. */
  readonly product: string;
  readonly state: ProductState;
}

const STATES: Readonly<Record<string, ProductState>> = {
  SUCCESS: 'READY',
  WARNING: 'PARTLY',
  ERROR: 'FAILED',
  TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION: 'FAILED',
  NOT_SUPPORTED: 'NONE',
  NOT_AVAILABLE: 'NONE',
};

/** Both kinds of transactions are shown as one, as in the consent. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  online_transactions: 'transactions',
  historical_transactions: 'transactions',
};

/** For two products that are shown as one: the first of these states is shown. */
const ORDER: readonly ProductState[] = ['ARRIVING', 'PARTLY', 'FAILED', 'READY', 'NONE'];

/** Every product of the link once, in the order of the server. */
export function progressOf(statuses: ProductStatuses | null | undefined): ProductProgress[] {
  const found = new Map<string, ProductState>();
  for (const [key, entry] of Object.entries(statuses ?? {})) {
    if (!entry) continue;
    const product = SHOWN_AS[key] ?? key;
    const state = STATES[entry.status] ?? 'ARRIVING';
    const before = found.get(product);
    const isFirst = before === undefined || ORDER.indexOf(state) < ORDER.indexOf(before);
    if (isFirst) found.set(product, state);
  }
  return Array.from(found, ([product, state]) => ({ product, state }));
}

/** `arriving` while one is awaited; `empty` where there are no accounts, or nothing could be had. */
export function outcomeOf(
  progress: readonly ProductProgress[],
): 'arriving' | 'complete' | 'partial' | 'empty' {
  const states = progress.map(({ state }) => state);
  if (states.length === 0 || states.includes('ARRIVING')) return 'arriving';
  const hasNoAccounts = progress.some(
    ({ product, state }) => product === 'accounts' && state === 'NONE',
  );
  const hasNothing = states.every((state) => state === 'NONE' || state === 'FAILED');
  if (hasNoAccounts || hasNothing) return 'empty';
  return states.every((state) => state === 'READY' || state === 'NONE') ? 'complete' : 'partial';
}
