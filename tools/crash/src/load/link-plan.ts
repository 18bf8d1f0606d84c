import type { Random } from '../run/random.js';

/** The plan of one login at a bank, derived from the seed alone. */
export interface LinkPlan {
  readonly reference: string;
  readonly products: readonly string[];
  /** Times that its data is asked for again, each by several at once. */
  readonly refreshes: number;
  readonly copies: number;
  /** Whether the user hands over the login again, while it may be refreshed. */
  readonly relinks: boolean;
  /** Whether it is deleted in the end: at rest, or during a refresh. */
  readonly unlinks: 'at rest' | 'at work' | null;
}

const PRODUCTS = ['ACCOUNTS', 'ONLINE_TRANSACTIONS', 'HISTORICAL_TRANSACTIONS'] as const;

export function planLink(random: Random, reference: string): LinkPlan {
  return {
    reference,
    products: random.chance(0.3) ? [...PRODUCTS, 'INCOME_ESTIMATION'] : PRODUCTS,
    refreshes: 1 + random.below(2),
    copies: 1 + random.below(3),
    relinks: random.chance(0.5),
    unlinks: random.chance(0.4) ? random.pick(['at rest', 'at work'] as const) : null,
  };
}

/** It stays: refreshes can be judged by what they leave. */
export function planKeptLogin(random: Random, reference: string): LinkPlan {
  return { ...planLink(random, reference), unlinks: null };
}

/** A login that is unlinked, to check that nothing remains of it. */
export function planUnlinkedLogin(random: Random, reference: string): LinkPlan {
  return { ...planLink(random, reference), unlinks: 'at rest' };
}
