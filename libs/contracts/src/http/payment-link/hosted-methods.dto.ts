import {
  AmountField,
  BooleanField,
  EnumField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  StateField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import {
  CARD_FUNDINGS,
  PAYMENT_TYPES,
  type CardFunding,
  type PaymentType,
} from '../../states/index.js';
import { HostedSenderAccount } from './hosted.dto.js';

/** Query of the redirects to the bank of a card, and back. */
export class ChallengeWayQuery {
  @StateField({
    description: 'State of the redirect, copied from redirect_url or from the return of the bank.',
  })
  state: string;
}

export class OpenHostedSessionRequest {
  @TextField({
    min: 1,
    max: 500,
    description: 'Token from the URL of the payment link.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

export class HostedSavedCard {
  @TextField({ description: 'Brand of the card.' })
  brand: string;

  @TextField({ description: 'Last 4 digits of the card number.' })
  last4: string;

  @IntegerField({
    optional: true,
    min: 1,
    max: 12,
    description: 'Month in which the card expires: 3 is March.',
  })
  expiry_month?: number;

  @IntegerField({
    optional: true,
    min: 2000,
    max: 2099,
    description: 'Year in which the card expires, with 4 digits.',
  })
  expiry_year?: number;
}

export class AvailablePaymentMethod {
  @EnumField(PAYMENT_TYPES, { description: 'Kind of payment method.' })
  payment_method_type: PaymentType;

  @BooleanField({ description: 'Whether the method can be stored and charged again.' })
  recurring: boolean;

  @TextField({ description: 'ID of the settlement account that would receive the money.' })
  payment_account_id: string;

  @TextField({
    optional: true,
    description: 'More precise kind of the method. Values may be added.',
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;

  @TextField({
    optional: true,
    description: 'Gateway or bank that processes payments with the method.',
    example: 'GW1',
  })
  payment_method_provider?: string;

  @AmountField({
    optional: true,
    description: 'Surcharge for this method, in minor units. Present only when mode is PAYMENT.',
    example: 0,
  })
  surcharge_amount?: number;

  @TextListField({
    optional: true,
    description: 'Card brands that are accepted.',
    example: ['Visa'],
  })
  payment_methods_list?: string[];

  @IdField({
    optional: true,
    description: 'ID of a card or mandate that the payer saved on an earlier link.',
  })
  payment_method_id?: string;

  @ObjectField(() => HostedSavedCard, {
    optional: true,
    description: 'Card that the payer saved on an earlier link.',
  })
  card?: HostedSavedCard;

  @ObjectField(() => HostedSenderAccount, {
    optional: true,
    description: 'Bank account of the saved mandate.',
  })
  sender_account?: HostedSenderAccount;
}

export class AvailablePaymentMethodsResponse {
  @ObjectListField(() => AvailablePaymentMethod, {
    description: 'Payment methods of the link, in the order to show them.',
  })
  available_payment_methods: AvailablePaymentMethod[];
}

export class SelectPaymentMethodRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'The payment_account_id of the chosen method.',
    example: '01JQ0000000000000000000ACC',
  })
  payment_account_id: string;

  @EnumField(PAYMENT_TYPES, {
    description: 'The payment_method_type of the chosen method.',
    example: 'CARD',
  })
  payment_method_type: PaymentType;

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'ID of the saved card or mandate that was chosen. Absent for other methods.',
  })
  payment_method_id?: string;

  @AmountField({
    optional: true,
    description: 'Surcharge that the payer was shown, in minor units. A different one is refused.',
    example: 0,
  })
  surcharge_amount?: number;
}

export class SelectPaymentMethodResponse {
  @IdField({ description: 'ID of the payment attempt that was started.' })
  attempt_id: string;

  @AmountField({
    optional: true,
    description: 'Surcharge in addition to the amount, in minor units. Absent if there is none.',
  })
  surcharge_amount?: number;

  @TextField({
    optional: true,
    description: "URL of the card gateway's iframe, in which the payer types a card.",
  })
  card_fields_url?: string;

  @IdField({
    optional: true,
    description: 'ID of the mandate that the payer must authorize. Present for direct debit only.',
  })
  mandate_id?: string;

  @TextField({
    optional: true,
    description: 'Access token for the operations that authorize the mandate.',
  })
  mandate_token?: string;

  @IntegerField({
    optional: true,
    min: 1,
    description:
      'Lifetime of the mandate token in seconds. Choose the method again for a new token.',
    example: 1800,
  })
  mandate_token_expires_in?: number;
}

const FIRST_EXPIRY_YEAR = 2000;
const LAST_EXPIRY_YEAR = 2099;

/** The card token from the frame of the card gateway; it never contains the number. */
export class CardToken {
  @TextField({
    min: 1,
    max: 500,
    description: "One-time token of the card, from the gateway's card fields.",
    example: 'tok_01JQ0000000000000000000CRD',
  })
  token: string;

  @TextField({ min: 1, max: 50, description: 'Brand of the card.', example: 'Visa' })
  brand: string;

  @TextField({ min: 4, max: 4, description: 'Last 4 digits of the card number.', example: '4242' })
  last4: string;

  @IntegerField({
    min: 1,
    max: 12,
    description: 'Month in which the card expires: 3 is March.',
    example: 3,
  })
  expiry_month: number;

  @IntegerField({
    min: FIRST_EXPIRY_YEAR,
    max: LAST_EXPIRY_YEAR,
    description: 'Year in which the card expires, with 4 digits.',
    example: 2030,
  })
  expiry_year: number;

  @TextField({
    optional: true,
    min: 2,
    max: 2,
    description: 'Country in which the card was issued.',
    example: 'HK',
  })
  country?: string;

  @EnumField(CARD_FUNDINGS, {
    optional: true,
    description: 'Whether the card is a credit, debit or prepaid card.',
  })
  funding?: CardFunding;
}

export class PayerBrowser {
  @TextField({
    optional: true,
    max: 35,
    description: "Language tag of the payer's browser.",
    example: 'en-HK',
  })
  language?: string;

  @TextField({
    optional: true,
    max: 30,
    description: 'Width and height of the screen in pixels, joined by x.',
    example: '1280x720',
  })
  screen?: string;
}

export class SubmitCardRequest {
  @IdField({
    description: 'ID of the attempt that the card is for.',
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;

  @ObjectField(() => CardToken, {
    description: "The card, as the gateway's card fields returned it.",
  })
  card: CardToken;

  @ObjectField(() => PayerBrowser, {
    optional: true,
    description: "The payer's browser, for risk checks.",
  })
  browser?: PayerBrowser;
}

export class SubmitPaymentMethodRequest {
  @IdField({
    description: 'ID of an attempt with a saved card, a saved mandate or a wallet.',
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;
}

export class AutopayEnrollmentRequest {
  @BooleanField({
    description: 'Whether the payer agrees to later payments without the payer.',
    example: true,
  })
  autopay_consent: boolean;
}
