import type { CardOutcomeName } from './card-outcomes.js';
import { brandOf, type CardBrand } from './card-number.js';

type Funding = 'CREDIT' | 'DEBIT' | 'PREPAID' | 'UNKNOWN';

/** The issuer's description of a card. `country` is ISO 3166 alpha-2. */
export interface CardProfile {
  readonly outcome: CardOutcomeName;
  readonly brand: CardBrand;
  readonly funding: Funding;
  readonly country: string | null;
  readonly isCommercial: boolean | null;
}

export interface TestCard {
  readonly number: string;
  readonly outcome: CardOutcomeName;
  readonly funding: Funding;
  readonly country: string;
}

const card = (
  number: string,
  outcome: CardOutcomeName,
  issued: { funding?: Funding; country?: string } = {},
): TestCard => ({ number, outcome, funding: 'CREDIT', country: 'HK', ...issued });

/** The numbers are a contract with users: their own tests rely on them. Add, never change. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'AUTHORIZED'),
  card('5555555555554444', 'AUTHORIZED', { country: 'SG' }),
  card('378282246310005', 'AUTHORIZED', { country: 'US' }),
  card('3530111333300000', 'AUTHORIZED', { country: 'JP' }),
  card('6200000000000005', 'AUTHORIZED', { funding: 'DEBIT', country: 'CN' }),
  card('4000000000000002', 'DECLINED'),
  card('4000000000009995', 'INSUFFICIENT_FUNDS', { funding: 'DEBIT' }),
  card('4000000000000069', 'EXPIRED_CARD'),
  card('4000002500003155', 'CHALLENGED', { country: 'FR' }),
  card('4000000000003220', 'DELAYED'),
  card('4000000000000119', 'ANSWER_LOST'),
  card('4000000000000127', 'CALLBACKS_SCRAMBLED'),
  card('4000000000000341', 'OFF_SESSION_DECLINED'),
  card('4000000000001976', 'CAPTURE_FAILED'),
  card('4000000000000259', 'DISPUTED_DEFENDABLE'),
  card('4000000000002685', 'DISPUTED_NOT_DEFENDABLE'),
];

const byNumber = new Map(TEST_CARDS.map((testCard) => [testCard.number, testCard]));

/** The profile of a valid number; a number outside the table is declined. */
export function profileOf(digits: string): CardProfile {
  const testCard = byNumber.get(digits);
  const brand = brandOf(digits);
  if (!testCard) {
    return {
      outcome: 'NOT_A_TEST_CARD',
      brand,
      funding: 'UNKNOWN',
      country: null,
      isCommercial: null,
    };
  }
  const { outcome, funding, country } = testCard;
  return { outcome, brand, funding, country, isCommercial: false };
}

/** The stored data of a card: never its number, never its security code. */
export interface CardSnapshot extends CardProfile {
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  /** Keyed hash of the account: the same after a reissue. */
  readonly fingerprint: string;
  /** Keyed hash of the number with its expiry: another after a reissue. */
  readonly cardNumberAlias: string;
  /** Present if a wallet paid: its details in place of a card. */
  readonly wallet?: WalletDetails;
  /** Present when a cardholder typed it just now. */
  readonly shopper?: Shopper;
}

/** The browser in which a card was typed, as far as known. */
export interface Shopper {
  readonly browser?: string;
  readonly device?: string;
  /** Two letters. */
  readonly country?: string;
  readonly address: string;
  /** For example `zh-HK`. */
  readonly locale?: string;
}

export interface WalletDetails {
  readonly brand: string;
  readonly brandProductName: string;
  /** Two letters. */
  readonly country: string;
}

/** The payer's wallet in place of a token: one tap, and it succeeds. */
export const WALLET_TOKEN = 'wallet';

export const WALLET: CardSnapshot = {
  brand: 'Unknown',
  country: 'HK',
  funding: 'PREPAID',
  isCommercial: false,
  outcome: 'AUTHORIZED',
  last4: '0000',
  expiryMonth: 12,
  expiryYear: 2099,
  fingerprint: 'wallet',
  cardNumberAlias: 'wallet',
  wallet: {
    brand: 'Sandbox Wallet',
    brandProductName: 'Sandbox Wallet Balance',
    country: 'HK',
  },
};
