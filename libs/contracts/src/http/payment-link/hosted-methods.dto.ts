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
  @StateField({ description: 'As redirect_url has it, or as the bank was given it.' })
  state: string;
}

export class OpenHostedSessionRequest {
  @TextField({
    min: 1,
    max: 500,
    description: 'The token of the link URL.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

export class HostedSavedCard {
  @TextField({ description: 'Card brand.' })
  brand: string;

  @TextField({ description: 'Last 4 digits.' })
  last4: string;

  @IntegerField({ optional: true, min: 1, max: 12, description: '3 is March.' })
  expiry_month?: number;

  @IntegerField({ optional: true, min: 2000, max: 2099, description: '4 digits.' })
  expiry_year?: number;
}

export class AvailablePaymentMethod {
  @EnumField(PAYMENT_TYPES, { description: 'How to pay.' })
  payment_method_type: PaymentType;

  @BooleanField({ description: 'Whether it can be stored and charged again.' })
  recurring: boolean;

  @TextField({ description: 'The settlement account that would receive.' })
  payment_account_id: string;

  @TextField({ optional: true, description: 'Open list.', example: 'CARD_GENERIC' })
  payment_method_subtype?: string;

  @TextField({ optional: true, description: 'Who processes it.', example: 'GW1' })
  payment_method_provider?: string;

  @AmountField({
    optional: true,
    description: 'What it adds to the amount of the link, minor units; mode PAYMENT only.',
    example: 0,
  })
  surcharge_amount?: number;

  @TextListField({ optional: true, description: 'Card brands that are taken.', example: ['Visa'] })
  payment_methods_list?: string[];

  @IdField({
    optional: true,
    description: 'Of a card or a mandate that the payer saved on an earlier link.',
  })
  payment_method_id?: string;

  @ObjectField(() => HostedSavedCard, { optional: true, description: 'The saved card.' })
  card?: HostedSavedCard;

  @ObjectField(() => HostedSenderAccount, {
    optional: true,
    description: 'The account that the saved mandate collects from.',
  })
  sender_account?: HostedSenderAccount;
}

export class AvailablePaymentMethodsResponse {
  @ObjectListField(() => AvailablePaymentMethod, { description: 'In the order to show.' })
  available_payment_methods: AvailablePaymentMethod[];
}

export class SelectPaymentMethodRequest {
  @TextField({
    min: 1,
    max: 100,
    description: 'Of an available method.',
    example: '01JQ0000000000000000000ACC',
  })
  payment_account_id: string;

  @EnumField(PAYMENT_TYPES, { description: 'Of an available method.', example: 'CARD' })
  payment_method_type: PaymentType;

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Of an available saved card or mandate; absent for any other way to pay.',
  })
  payment_method_id?: string;

  @AmountField({
    optional: true,
    description: 'The surcharge that the payer was shown: another one is refused.',
    example: 0,
  })
  surcharge_amount?: number;
}

export class SelectPaymentMethodResponse {
  @IdField({ description: 'The attempt that was started.' })
  attempt_id: string;

  @AmountField({ optional: true, description: 'Beside the amount; minor units, absent for none.' })
  surcharge_amount?: number;

  @TextField({ optional: true, description: "The card gateway's iframe, for a card to be typed." })
  card_fields_url?: string;

  @IdField({ optional: true, description: 'The mandate to authorize, for direct debit.' })
  mandate_id?: string;

  @TextField({ optional: true, description: 'Access token of the steps that authorize it.' })
  mandate_token?: string;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Lifetime of the token in seconds; choosing the method again gives another one.',
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
    description: 'One-time token of the gateway.',
    example: 'tok_01JQ0000000000000000000CRD',
  })
  token: string;

  @TextField({ min: 1, max: 50, description: 'Card brand.', example: 'Visa' })
  brand: string;

  @TextField({ min: 4, max: 4, description: 'Last 4 digits.', example: '4242' })
  last4: string;

  @IntegerField({ min: 1, max: 12, description: '3 is March.', example: 3 })
  expiry_month: number;

  @IntegerField({
    min: FIRST_EXPIRY_YEAR,
    max: LAST_EXPIRY_YEAR,
    description: '4 digits.',
    example: 2030,
  })
  expiry_year: number;

  @TextField({ optional: true, min: 2, max: 2, description: 'Country of issuance.', example: 'HK' })
  country?: string;

  @EnumField(CARD_FUNDINGS, { optional: true, description: 'How the card is funded.' })
  funding?: CardFunding;
}

export class PayerBrowser {
  @TextField({ optional: true, max: 35, description: 'Language tag.', example: 'en-HK' })
  language?: string;

  @TextField({ optional: true, max: 30, description: 'Width x height.', example: '1280x720' })
  screen?: string;
}

export class SubmitCardRequest {
  @IdField({
    description: 'The attempt that the card is for.',
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;

  @ObjectField(() => CardToken, { description: 'From the card fields.' })
  card: CardToken;

  @ObjectField(() => PayerBrowser, { optional: true, description: 'For risk checks.' })
  browser?: PayerBrowser;
}

export class SubmitPaymentMethodRequest {
  @IdField({
    description: 'The attempt, with a saved card, a saved mandate or a wallet.',
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;
}

export class AutopayEnrollmentRequest {
  @BooleanField({
    description: 'Whether later payments may be made without the payer.',
    example: true,
  })
  autopay_consent: boolean;
}
