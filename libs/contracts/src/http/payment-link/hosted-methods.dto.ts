import { field } from '../../fields/index.js';
import {
  CARD_FUNDINGS,
  PAYMENT_TYPES,
  type CardFunding,
  type PaymentType,
} from '../../states/index.js';
import { HostedCard, HostedSenderAccount } from './hosted.dto.js';

/** Query of the redirects to the bank of a card, and back. */
export class ChallengeWayQuery {
  @field.state('State of the redirect, copied from redirect_url or from the return of the bank.')
  state: string;
}

export class OpenHostedSessionRequest {
  @field.text('Token from the URL of the payment link.', {
    min: 1,
    max: 500,
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

export class HostedSavedCard extends HostedCard {
  @field.integer('Month in which the card expires: 3 is March.', {
    optional: true,
    min: 1,
    max: 12,
  })
  expiry_month?: number;
  @field.integer('Year in which the card expires, with 4 digits.', {
    optional: true,
    min: 2000,
    max: 2099,
  })
  expiry_year?: number;
}

export class AvailablePaymentMethod {
  @field.enum('Kind of payment method.', PAYMENT_TYPES) payment_method_type: PaymentType;
  @field.boolean('Whether the method can be stored and charged again.') recurring: boolean;
  @field.text('ID of the settlement account that would receive the money.')
  payment_account_id: string;
  @field.text('More precise kind of the method. Values may be added.', {
    optional: true,
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;
  @field.text('Gateway or bank that processes payments with the method.', {
    optional: true,
    example: 'GW1',
  })
  payment_method_provider?: string;
  @field.amount('Surcharge for this method, in minor units. Present only when mode is PAYMENT.', {
    optional: true,
    example: 0,
  })
  surcharge_amount?: number;
  @field.textList('Card brands that are accepted.', { optional: true, example: ['Visa'] })
  payment_methods_list?: string[];
  @field.id('ID of a card or mandate that the payer saved on an earlier link.', { optional: true })
  payment_method_id?: string;
  @field.object('Card that the payer saved on an earlier link.', () => HostedSavedCard, {
    optional: true,
  })
  card?: HostedSavedCard;
  @field.object('Bank account of the saved mandate.', () => HostedSenderAccount, { optional: true })
  sender_account?: HostedSenderAccount;
}

export class AvailablePaymentMethodsResponse {
  @field.objectList(
    'Payment methods of the link, in the order to show them.',
    () => AvailablePaymentMethod,
  )
  available_payment_methods: AvailablePaymentMethod[];
}

export class SelectPaymentMethodRequest {
  @field.text('The payment_account_id of the chosen method.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000ACC',
  })
  payment_account_id: string;
  @field.enum('The payment_method_type of the chosen method.', PAYMENT_TYPES, { example: 'CARD' })
  payment_method_type: PaymentType;
  @field.text('ID of the saved card or mandate that was chosen. Absent for other methods.', {
    optional: true,
    min: 1,
    max: 100,
  })
  payment_method_id?: string;
  @field.amount('Surcharge that the payer was shown, in minor units. A different one is refused.', {
    optional: true,
    example: 0,
  })
  surcharge_amount?: number;
}

export class SelectPaymentMethodResponse {
  @field.id('ID of the payment attempt that was started.') attempt_id: string;
  @field.amount('Surcharge in addition to the amount, in minor units. Absent if there is none.', {
    optional: true,
  })
  surcharge_amount?: number;
  @field.text("URL of the card gateway's iframe, in which the payer types a card.", {
    optional: true,
  })
  card_fields_url?: string;
  @field.id('ID of the mandate that the payer must authorize. Present for direct debit only.', {
    optional: true,
  })
  mandate_id?: string;
  @field.text('Access token for the operations that authorize the mandate.', { optional: true })
  mandate_token?: string;
  @field.integer(
    'Lifetime of the mandate token in seconds. Choose the method again for a new token.',
    { optional: true, min: 1, example: 1800 },
  )
  mandate_token_expires_in?: number;
}

const FIRST_EXPIRY_YEAR = 2000;
const LAST_EXPIRY_YEAR = 2099;

/** The card token from the frame of the card gateway; it never contains the number. */
export class CardToken {
  @field.text("One-time token of the card, from the gateway's card fields.", {
    min: 1,
    max: 8_192,
    example: 'tok_01JQ0000000000000000000CRD',
  })
  token: string;
  @field.text('Brand of the card.', { min: 1, max: 50, example: 'Visa' }) brand: string;
  @field.text('Last 4 digits of the card number.', { min: 4, max: 4, example: '4242' })
  last4: string;
  @field.integer('Month in which the card expires: 3 is March. Absent if the fields do not tell.', {
    optional: true,
    min: 1,
    max: 12,
    example: 3,
  })
  expiry_month?: number;
  @field.integer(
    'Year in which the card expires, with 4 digits. Absent if the fields do not tell.',
    { optional: true, min: FIRST_EXPIRY_YEAR, max: LAST_EXPIRY_YEAR, example: 2030 },
  )
  expiry_year?: number;
  @field.text('Country in which the card was issued.', {
    optional: true,
    min: 2,
    max: 2,
    example: 'HK',
  })
  country?: string;
  @field.enum('Whether the card is a credit, debit or prepaid card.', CARD_FUNDINGS, {
    optional: true,
  })
  funding?: CardFunding;
}

export class PayerBrowser {
  @field.text("Language tag of the payer's browser.", { optional: true, max: 35, example: 'en-HK' })
  language?: string;
  @field.text('Width and height of the screen in pixels, joined by x.', {
    optional: true,
    max: 30,
    example: '1280x720',
  })
  screen?: string;
}

export class SubmitCardRequest {
  @field.id('ID of the attempt that the card is for.', { example: '01JQ0000000000000000000ATT' })
  attempt_id: string;
  @field.object("The card, as the gateway's card fields returned it.", () => CardToken)
  card: CardToken;
  @field.object("The payer's browser, for risk checks.", () => PayerBrowser, { optional: true })
  browser?: PayerBrowser;
}

export class SubmitPaymentMethodRequest {
  @field.id('ID of an attempt with a saved card, a saved mandate or a wallet.', {
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;
}

export class AutopayEnrollmentRequest {
  @field.boolean('Whether the payer agrees to later payments without the payer.', { example: true })
  autopay_consent: boolean;
}
