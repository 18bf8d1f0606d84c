import type { Random } from '../run/random.js';

/** The plan of one mandate, derived from the seed alone. */
export interface MandatePlan {
  readonly reference: string;
  /** Last digits of the payer's account number: they decide what the bank does. */
  readonly ending: Ending;
  /** Who states the payer's consent: the app, or the payer at the app's screens. */
  readonly authorizedBy: 'app' | 'payer';
  readonly limits: MandateLimits;
  /** Amounts of charges that are asked for at the same time: together more than is allowed. */
  readonly charges: readonly number[];
  /** How many times each of them is sent at once. */
  readonly copies: number;
  /** Whether the mandate is cancelled while it is charged. */
  readonly cancels: boolean;
}

interface MandateLimits {
  readonly max_transaction_amount: number;
  readonly period: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly max_period_amount: number;
  readonly max_period_count: number;
}

/** How often each ending is used, in parts of the whole. */
const ENDINGS = {
  '0833': 40,
  '0002': 3,
  '0003': 4,
  '0004': 8,
  '0005': 8,
  '0006': 10,
  '0007': 12,
  '0008': 15,
} as const;
export type Ending = keyof typeof ENDINGS;
/** Decides by hand, or waits for the payer: too slow for a link's payer. */
const NOT_FOR_LINKS = new Set<string>(['0003']);
const SMALLEST = 100;
const CHARGES = 6;

export function planMandate(random: Random, reference: string): MandatePlan {
  const most = SMALLEST + random.below(1_000);
  return {
    reference,
    ending: random.weighted(ENDINGS),
    authorizedBy: random.chance(0.5) ? 'app' : 'payer',
    limits: {
      max_transaction_amount: most,
      period: random.pick(['DAILY', 'WEEKLY', 'MONTHLY'] as const),
      max_period_amount: most * 2,
      max_period_count: 2 + random.below(3),
    },
    // One in six is above the limit of a single charge.
    charges: Array.from({ length: CHARGES }, () => 1 + random.below(Math.ceil(most * 1.2))),
    copies: random.chance(0.4) ? 2 : 1,
    cancels: random.chance(0.15),
  };
}

/** A mandate of a tenant: its bank collects the rent, or refuses it for want of funds. */
export function planRent(reference: string, ending: Ending): MandatePlan {
  return {
    reference,
    ending,
    authorizedBy: 'app',
    limits: {
      max_transaction_amount: 1_000,
      period: 'DAILY',
      max_period_amount: 2_000,
      max_period_count: 3,
    },
    charges: [600],
    copies: 1,
    cancels: false,
  };
}

/** What a payer of a link types in place of a card. */
export function linkEnding(random: Random): string {
  for (;;) {
    const ending = random.weighted(ENDINGS);
    if (!NOT_FOR_LINKS.has(ending)) return ending;
  }
}
