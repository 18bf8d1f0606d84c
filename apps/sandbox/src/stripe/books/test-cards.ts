import { randomText, type StripeBooks } from './stripe-books.js';
import type { Body, CardFacts } from './stripe-objects.js';
import type { StripeParams } from './stripe-params.js';
import { StripeRefusal } from './stripe-refusal.js';

/** What a card of the test mode does. Its number is not kept: payment methods name the row. */
export interface TestCard {
  readonly number: string;
  /** The payment method that stands for the card in requests. */
  readonly id: string;
  readonly brand?: string;
  readonly funding?: string;
  readonly declines?: { readonly code: string; readonly decline_code: string };
  /** It can be stored, and its later payments are declined. */
  readonly declinesLater?: true;
  /** The bank decides later. */
  readonly isLate?: true;
  /** The bank authorizes, and refuses the capture. */
  readonly failsCapture?: true;
  readonly challenge?: 'always' | 'until_set_up';
  readonly refund?: 'pending' | 'fails';
  readonly dispute?: 'chargeback' | 'inquiry';
}

const declined = (decline_code: string) => ({ code: 'card_declined', decline_code });

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', id: 'pm_card_visa' },
  { number: '4000056655665556', id: 'pm_card_visa_debit', funding: 'debit' },
  { number: '5555555555554444', id: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '378282246310005', id: 'pm_card_amex', brand: 'amex' },
  { number: '3530111333300000', id: 'pm_card_jcb', brand: 'jcb' },
  { number: '6200000000000005', id: 'pm_card_unionpay', brand: 'unionpay', funding: 'debit' },
  {
    number: '4000002500003155',
    id: 'pm_card_authenticationRequiredOnSetup',
    challenge: 'until_set_up',
  },
  { number: '4000002760003184', id: 'pm_card_authenticationRequired', challenge: 'always' },
  { number: '4000000000003220', id: 'pm_card_threeDSecure2Required', challenge: 'always' },
  {
    number: '4000000000000002',
    id: 'pm_card_visa_chargeDeclined',
    declines: declined('generic_decline'),
  },
  {
    number: '4000000000009995',
    id: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    declines: declined('insufficient_funds'),
  },
  {
    number: '4000000000009987',
    id: 'pm_card_visa_chargeDeclinedLostCard',
    declines: declined('lost_card'),
  },
  {
    number: '4000000000009979',
    id: 'pm_card_visa_chargeDeclinedStolenCard',
    declines: declined('stolen_card'),
  },
  {
    number: '4000000000000069',
    id: 'pm_card_chargeDeclinedExpiredCard',
    declines: { code: 'expired_card', decline_code: 'expired_card' },
  },
  {
    number: '4000000000000127',
    id: 'pm_card_chargeDeclinedIncorrectCvc',
    declines: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  },
  {
    number: '4000000000000119',
    id: 'pm_card_chargeDeclinedProcessingError',
    declines: { code: 'processing_error', decline_code: 'processing_error' },
  },
  { number: '4100000000000019', id: 'pm_card_radarBlock', declines: declined('fraudulent') },
  { number: '4000000000000341', id: 'pm_card_chargeCustomerFail', declinesLater: true },
  { number: '4000000000006975', id: 'pm_card_double_decidedLater', isLate: true },
  { number: '4000000000006991', id: 'pm_card_double_captureFails', failsCapture: true },
  {
    number: '4000000000006983',
    id: 'pm_card_double_newDecline',
    declines: declined('unheard_of'),
  },
  { number: '4000000000007726', id: 'pm_card_pendingRefund', refund: 'pending' },
  { number: '4000000000005126', id: 'pm_card_refundFail', refund: 'fails' },
  { number: '4000000000000259', id: 'pm_card_createDispute', dispute: 'chargeback' },
  { number: '4000000000001976', id: 'pm_card_createDisputeInquiry', dispute: 'inquiry' },
];

export function testCard(id: unknown): TestCard | undefined {
  return TEST_CARDS.find((card) => card.id === id);
}

/** The card that a form sends. An unknown number is declined, as a real card in test mode is. */
export function enteredCard(params: StripeParams): { row: TestCard; facts: CardFacts } {
  const number = params.required('number').replaceAll(/\D/g, '');
  const row = TEST_CARDS.find((card) => card.number === number);
  const [month, year] = [params.integer('exp_month') ?? 0, params.integer('exp_year') ?? 0];
  const refused = ([code, param]: readonly [string, string]) =>
    new StripeRefusal(402, {
      type: 'card_error',
      code,
      message: 'Your card cannot be used.',
      param,
    });
  if (!row) throw refused(['incorrect_number', 'number']);
  if (month < 1 || month > 12) throw refused(['invalid_expiry_month', 'exp_month']);
  return { row, facts: factsOf(row, [month, year < 100 ? 2000 + year : year]) };
}

export function factsOf(row: TestCard, [month, year]: readonly [number, number]): CardFacts {
  const brand = row.brand ?? 'visa';
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month: month,
    exp_year: year,
    fingerprint: Buffer.from(row.id)
      .toString('base64url')
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(-16),
    funding: row.funding ?? 'credit',
    generated_from: null,
    last4: row.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** The card part of a charge. */
export function chargedCard(
  books: StripeBooks,
  { card, isChallenged }: { card: CardFacts; isChallenged: boolean },
): CardFacts {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  const unavailable = { status: 'unavailable' };
  return {
    ...{ amount_authorized: null, authorization_code: randomText(6).toUpperCase() },
    ...{ brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 },
    capture_before: books.now + HOLD_S,
    extended_authorization: { status: 'disabled' },
    incremental_authorization: unavailable,
    installments: null,
    mandate: null,
    multicapture: unavailable,
    network: brand,
    network_token: { used: false },
    network_transaction_id: randomText(15),
    overcapture: { maximum_amount_capturable: 0, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: isChallenged ? CHALLENGED : null,
    wallet: null,
  };
}

/** How long a hold lasts. */
export const HOLD_S = 604_800;

const CHALLENGED: Body = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};
