import type { TestCard } from '@towpath/testing';
import type { StripeKill } from '../chaos/stripe-kills.js';
import type { Random } from '../run/random.js';
import { LARGEST_AMOUNT, planPayment, planStory, type Means, type Plan } from './plan.js';

/** How often each card is used at Stripe, in parts of the whole. */
const CARDS: Readonly<Partial<Record<TestCard, number>>> = {
  authorized: 60,
  mastercard: 4,
  declined: 12,
  insufficientFunds: 4,
  expired: 2,
  challenge: 12,
  laterChargesFail: 3,
};
export const STRIPE_CURRENCIES = ['HKD', 'USD', 'JPY'] as const;
const MAX_CHARGES = 3;

const card = (random: Random): TestCard => random.weighted(CARDS);

/** A link as at any other gateway; some amounts are too small for Stripe. */
export function planAtStripe(random: Random, reference: string): Plan {
  return adapted(random, planStory(random, reference));
}

function adapted(random: Random, plan: Plan): Plan {
  const currency = random.pick(STRIPE_CURRENCIES);
  const means = (given: readonly Means[]) =>
    given.map((each) => (each === 'stored' ? each : card(random)));
  return {
    ...plan,
    currency,
    payers: plan.payers.map(means),
    leaves: plan.leaves && 'CARD',
    refunds: plan.mode === 'PAYMENT' && random.chance(0.3),
    approves: random.chance(0.7),
    returns: plan.returns && { ...adapted(random, plan.returns), currency },
  };
}

/** A payment that is captured and refunded in part; no luck is needed for it. */
export function planPaymentAtStripe(random: Random, reference: string): Plan {
  return {
    ...planPayment(random, reference),
    currency: random.pick(STRIPE_CURRENCIES),
    amount: 1_000 + random.below(LARGEST_AMOUNT),
    payers: [['authorized']],
    refunds: true,
  };
}

/** A card is stored, and charged without its payer. */
export function planSetUpAtStripe(random: Random, reference: string): Plan {
  return {
    ...planPaymentAtStripe(random, reference),
    mode: 'SETUP',
    amount: null,
    payers: [[random.chance(0.3) ? 'challenge' : 'authorized']],
    consents: true,
    forgets: false,
    refunds: false,
    charges: 1 + random.below(MAX_CHARGES),
    approves: true,
  };
}

/** The story that a kill meets: nothing else disturbs it. */
export function planHeld(random: Random, reference: string, { story, cancels }: Held): Plan {
  const isStored = story === 'store' || story === 'charge';
  const plan = isStored
    ? planSetUpAtStripe(random, reference)
    : planPaymentAtStripe(random, reference);
  return {
    ...plan,
    copies: 1,
    payers: [['authorized']],
    refunds: story === 'refund',
    charges: isStored && !cancels ? 1 : 0,
    cancelsAtTheEnd: cancels,
  };
}

type Held = Pick<StripeKill, 'story' | 'cancels'>;
