import type { TestCard } from '@towpath/testing';
import type { Random } from '../run/random.js';

/** What callers will do with one link; it follows from the seed alone. */
export interface Plan {
  readonly reference: string;
  readonly mode: 'PAYMENT' | 'SETUP';
  readonly currency: string;
  /** Minor units; null for SETUP. */
  readonly amount: number | null;
  /** How many times the same create is sent at once. */
  readonly copies: number;
  /** Whether somebody asks for another amount under the same reference. */
  readonly contradicts: boolean;
  /** Each payer's cards, tried one after the other until one is taken. */
  readonly payers: readonly (readonly TestCard[])[];
  /** Whether payers give up an attempt before the first card and choose again. */
  readonly hesitates: boolean;
  /** Milliseconds after the link's creation; null for never. */
  readonly cancelAfterMs: number | null;
  /** Whether the payer's consent to later charges is noted. */
  readonly consents: boolean;
  /** Whether what the link stored is cancelled again. */
  readonly forgets: boolean;
}

/** How often each card is used, in parts of the whole. */
const CARDS: Readonly<Partial<Record<TestCard, number>>> = {
  authorized: 40,
  mastercard: 4,
  americanExpress: 2,
  jcb: 2,
  unionPay: 2,
  declined: 12,
  insufficientFunds: 4,
  expired: 2,
  answerLost: 10,
  late: 4,
  outOfOrder: 10,
  captureFails: 6,
  challenge: 4,
  laterChargesFail: 2,
  disputed: 2,
  disputedForGood: 2,
};
const CURRENCIES = ['HKD', 'USD', 'SGD', 'JPY', 'KWD'] as const;
const LARGEST_AMOUNT = 1_000_000;
const LATEST_CANCEL_MS = 400;

export function planStory(random: Random, reference: string): Plan {
  const isSetup = random.chance(0.15);
  const payers = random.chance(0.3) ? 2 : 1;
  return {
    reference,
    mode: isSetup ? 'SETUP' : 'PAYMENT',
    currency: random.pick(CURRENCIES),
    amount: isSetup ? null : 1 + random.below(LARGEST_AMOUNT),
    copies: random.chance(0.4) ? 2 + random.below(2) : 1,
    contradicts: random.chance(0.1),
    payers: random.chance(0.1) ? [] : Array.from({ length: payers }, () => cards(random)),
    hesitates: random.chance(0.15),
    cancelAfterMs: random.chance(0.2) ? random.below(LATEST_CANCEL_MS) : null,
    consents: random.chance(0.1),
    forgets: random.chance(0.5),
  };
}

function cards(random: Random): TestCard[] {
  return Array.from({ length: 1 + random.below(3) }, () => card(random));
}

function card(random: Random): TestCard {
  const entries = Object.entries(CARDS) as [TestCard, number][];
  let rest = random.below(entries.reduce((sum, [, parts]) => sum + parts, 0));
  for (const [name, parts] of entries) {
    if (rest < parts) return name;
    rest -= parts;
  }
  return 'authorized';
}
