import type { TestDisputeEvent } from '@towpath/contracts';
import type { TestCard } from '@towpath/testing';
import type { Random } from '../run/random.js';
import { linkEnding } from './mandate-plan.js';

/** Transfers of a payer: each is so much more than the amount of the link, or less. Minor units. */
export type Transfers = readonly number[];

/**
 * A card, the account that direct debits are collected from, by its last digits, bank transfers, or
 * whatever the payer stored on an earlier link.
 */
export type Means =
  TestCard | { readonly account: string } | { readonly transfers: Transfers } | 'stored';

/** What the shop answers to a dispute, or what its issuer or card holder does. */
export type Decision = 'accept' | TestDisputeEvent;

/** The plan of one link, derived from the seed alone. */
export interface Plan {
  readonly reference: string;
  /** The payment user, by the app's own ID. */
  readonly payer: string;
  readonly mode: 'PAYMENT' | 'SETUP';
  readonly currency: string;
  /** Minor units; null for SETUP. */
  readonly amount: number | null;
  /** How many times the same create is sent at once. */
  readonly copies: number;
  /** Whether somebody asks for another amount under the same reference. */
  readonly contradicts: boolean;
  /** What each payer tries, one after the other until one is taken. */
  readonly payers: readonly (readonly Means[])[];
  /** The method that the payer chooses first and leaves; null for none. */
  readonly leaves: 'CARD' | 'MANDATE' | null;
  /** Milliseconds after the link's creation; null for never. */
  readonly cancelAfterMs: number | null;
  /** Whether the link is cancelled once its payers have done all they can. */
  readonly cancelsAtTheEnd: boolean;
  /** Whether the payer's consent to later charges is noted. */
  readonly consents: boolean;
  /** Whether what the link stored is cancelled again. */
  readonly forgets: boolean;
  /** The decisions of a dispute, in order; empty without a dispute. */
  readonly decisions: readonly Decision[];
  /** Whether the link pays a bill, which arrives first. */
  readonly billed: boolean;
  /** Whether the payment is refunded in part afterwards. */
  readonly refunds: boolean;
  /** How often the stored card is charged without the payer. */
  readonly charges: number;
  /** Whether the payer approves what the bank of the card asks. */
  readonly approves: boolean;
  /** A later link that the payer pays with what this one stored; null for none. */
  readonly returns: Plan | null;
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
export const LARGEST_AMOUNT = 1_000_000;
const LATEST_CANCEL_MS = 400;

/** The only currency with a bank for direct debits. */
const DEBITED = 'HKD';

export function planStory(random: Random, reference: string): Plan {
  const isSetup = random.chance(0.15);
  const payers = random.chance(0.3) ? 2 : 1;
  const currency = random.pick(CURRENCIES);
  const debits = currency === DEBITED;
  const plan: Plan = {
    reference,
    payer: `payer of ${reference}`,
    mode: isSetup ? 'SETUP' : 'PAYMENT',
    currency,
    amount: isSetup ? null : 1 + random.below(LARGEST_AMOUNT),
    copies: random.chance(0.4) ? 2 + random.below(2) : 1,
    contradicts: random.chance(0.1),
    payers: random.chance(0.1)
      ? []
      : Array.from({ length: payers }, () => means(random, { debits })),
    leaves: random.chance(0.2)
      ? debits
        ? random.pick(['CARD', 'MANDATE'] as const)
        : 'CARD'
      : null,
    cancelAfterMs: random.chance(0.2) ? random.below(LATEST_CANCEL_MS) : null,
    cancelsAtTheEnd: false,
    consents: random.chance(0.1),
    forgets: random.chance(0.5),
    decisions: [],
    billed: false,
    refunds: false,
    charges: 0,
    approves: true,
    returns: null,
  };
  return isSetup && random.chance(0.5) ? { ...plan, returns: planReturn(random, plan) } : plan;
}

/** A direct debit is stored, and pays a later link by one tap; no luck is needed for it either. */
export function planStoredDebit(random: Random, reference: string): Plan {
  const plan: Plan = {
    ...planStory(random, reference),
    mode: 'SETUP',
    currency: DEBITED,
    amount: null,
    contradicts: false,
    payers: [[{ account: linkEnding(random) }]],
    leaves: null,
    cancelAfterMs: null,
  };
  return { ...plan, returns: planReturn(random, plan) };
}

/** Several tap at once, and one of them has a card at hand when the tap fails. */
function planReturn(random: Random, { reference, payer, currency }: Plan): Plan {
  return {
    ...planStory(random, `${reference} again`),
    payer,
    mode: 'PAYMENT',
    currency,
    amount: 1 + random.below(LARGEST_AMOUNT),
    payers: [['stored', card(random)], ['stored']],
    forgets: false,
    returns: null,
  };
}

/** A payment that goes its own way undisturbed. */
export function planPayment(random: Random, reference: string): Plan {
  return {
    ...planStory(random, reference),
    mode: 'PAYMENT',
    amount: 2 + random.below(LARGEST_AMOUNT),
    contradicts: false,
    leaves: null,
    cancelAfterMs: null,
    returns: null,
  };
}

/**
 * A link that is given up while its gateway thinks about the card: what is authorized afterwards
 * must not be kept. No luck is needed for it, unlike for a cancel at the right moment.
 */
export function planWithdrawal(random: Random, reference: string): Plan {
  return {
    ...planPayment(random, reference),
    payers: [['late']],
    cancelsAtTheEnd: true,
  };
}

const DECISIONS: readonly [readonly Decision[], ...(readonly Decision[])[]] = [
  ['WON'],
  ['WON', 'SECOND_CHARGEBACK', 'LOST'],
  ['WON', 'SECOND_CHARGEBACK', 'accept'],
  ['LOST'],
  ['accept'],
];

/** A payment that its card holder contests; no luck is needed for it either. */
export function planContest(random: Random, reference: string): Plan {
  return {
    ...planPayment(random, reference),
    payers: [['disputed']],
    decisions: random.pick(DECISIONS),
  };
}

/** A bill is paid by a link, and a part of it is given back. */
export function planBilled(random: Random, reference: string): Plan {
  return {
    ...planPayment(random, reference),
    payers: [['authorized'], ['answerLost']],
    billed: true,
    refunds: true,
  };
}

const TRANSFERS: readonly [Transfers, ...Transfers[]] = [[0], [-1, 0], [7], [0, 0], [-1]];

/** Paid by transfers, some of which are too little, too much, or one too many. */
export function planTransferred(random: Random, reference: string): Plan {
  return {
    ...planPayment(random, reference),
    payers: [
      [{ transfers: random.pick(TRANSFERS) }],
      ...(random.chance(0.3) ? [[card(random)]] : []),
    ],
    cancelAfterMs: random.chance(0.2) ? random.below(LATEST_CANCEL_MS) : null,
  };
}

function means(random: Random, { debits }: { readonly debits: boolean }): Means[] {
  return Array.from({ length: 1 + random.below(3) }, () =>
    debits && random.chance(0.4) ? { account: linkEnding(random) } : card(random),
  );
}

function card(random: Random): TestCard {
  return random.weighted(CARDS);
}
