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
import { HostedCard, HostedSenderAccount } from './hosted.dto.js';

/** Query of the redirects to the bank of a card, and back. */
export class ChallengeWayQuery {
  @StateField('State of the redirect, copied from redirect_url or from the return of the bank.')
  state: string;
}

export class OpenHostedSessionRequest {
  @TextField('Token from the URL of the payment link.', {
    min: 1,
    max: 500,
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

export class HostedSavedCard extends HostedCard {
  @IntegerField('Month in which the card expires: 3 is March.', { optional: true, min: 1, max: 12 })
  expiry_month?: number;
  @IntegerField('Year in which the card expires, with 4 digits.', {
    optional: true,
    min: 2000,
    max: 2099,
  })
  expiry_year?: number;
}

export class AvailablePaymentMethod {
  @EnumField('Kind of payment method.', PAYMENT_TYPES) payment_method_type: PaymentType;
  @BooleanField('Whether the method can be stored and charged again.') recurring: boolean;
  @TextField('ID of the settlement account that would receive the money.')
  payment_account_id: string;
  @TextField('More precise kind of the method. Values may be added.', {
    optional: true,
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;
  @TextField('Gateway or bank that processes payments with the method.', {
    optional: true,
    example: 'GW1',
  })
  payment_method_provider?: string;
  @AmountField('Surcharge for this method, in minor units. Present only when mode is PAYMENT.', {
    optional: true,
    example: 0,
  })
  surcharge_amount?: number;
  @TextListField('Card brands that are accepted.', { optional: true, example: ['Visa'] })
  payment_methods_list?: string[];
  @IdField('ID of a card or mandate that the payer saved on an earlier link.', { optional: true })
  payment_method_id?: string;
  @ObjectField('Card that the payer saved on an earlier link.', () => HostedSavedCard, {
    optional: true,
  })
  card?: HostedSavedCard;
  @ObjectField('Bank account of the saved mandate.', () => HostedSenderAccount, { optional: true })
  sender_account?: HostedSenderAccount;
}

export class AvailablePaymentMethodsResponse {
  @ObjectListField(
    'Payment methods of the link, in the order to show them.',
    () => AvailablePaymentMethod,
  )
  available_payment_methods: AvailablePaymentMethod[];
}

export class SelectPaymentMethodRequest {
  @TextField('The payment_account_id of the chosen method.', {
    min: 1,
    max: 100,
    example: '01JQ0000000000000000000ACC',
  })
  payment_account_id: string;
  @EnumField('The payment_method_type of the chosen method.', PAYMENT_TYPES, { example: 'CARD' })
  payment_method_type: PaymentType;
  @TextField('ID of the saved card or mandate that was chosen. Absent for other methods.', {
    optional: true,
    min: 1,
    max: 100,
  })
  payment_method_id?: string;
  @AmountField('Surcharge that the payer was shown, in minor units. A different one is refused.', {
    optional: true,
    example: 0,
  })
  surcharge_amount?: number;
}

export class SelectPaymentMethodResponse {
  @IdField('ID of the payment attempt that was started.') attempt_id: string;
  @AmountField('Surcharge in addition to the amount, in minor units. Absent if there is none.', {
    optional: true,
  })
  surcharge_amount?: number;
  @TextField("URL of the card gateway's iframe, in which the payer types a card.", {
    optional: true,
  })
  card_fields_url?: string;
  @IdField('ID of the mandate that the payer must authorize. Present for direct debit only.', {
    optional: true,
  })
  mandate_id?: string;
  @TextField('Access token for the operations that authorize the mandate.', { optional: true })
  mandate_token?: string;
  @IntegerField(
    'Lifetime of the mandate token in seconds. Choose the method again for a new token.',
    { optional: true, min: 1, example: 1800 },
  )
  mandate_token_expires_in?: number;
}

const FIRST_EXPIRY_YEAR = 2000;
const LAST_EXPIRY_YEAR = 2099;

/** The card token from the frame of the card gateway; it never contains the number. */
export class CardToken {
  @TextField("One-time token of the card, from the gateway's card fields.", {
    min: 1,
    max: 500,
    example: 'tok_01JQ0000000000000000000CRD',
  })
  token: string;
  @TextField('Brand of the card.', { min: 1, max: 50, example: 'Visa' }) brand: string;
  @TextField('Last 4 digits of the card number.', { min: 4, max: 4, example: '4242' })
  last4: string;
  @IntegerField('Month in which the card expires: 3 is March.', { min: 1, max: 12, example: 3 })
  expiry_month: number;
  @IntegerField('Year in which the card expires, with 4 digits.', {
    min: FIRST_EXPIRY_YEAR,
    max: LAST_EXPIRY_YEAR,
    example: 2030,
  })
  expiry_year: number;
  @TextField('Country in which the card was issued.', {
    optional: true,
    min: 2,
    max: 2,
    example: 'HK',
  })
  country?: string;
  @EnumField('Whether the card is a credit, debit or prepaid card.', CARD_FUNDINGS, {
    optional: true,
  })
  funding?: CardFunding;
}

export class PayerBrowser {
  @TextField("Language tag of the payer's browser.", { optional: true, max: 35, example: 'en-HK' })
  language?: string;
  @TextField('Width and height of the screen in pixels, joined by x.', {
    optional: true,
    max: 30,
    example: '1280x720',
  })
  screen?: string;
}

export class SubmitCardRequest {
  @IdField('ID of the attempt that the card is for.', { example: '01JQ0000000000000000000ATT' })
  attempt_id: string;
  @ObjectField("The card, as the gateway's card fields returned it.", () => CardToken)
  card: CardToken;
  @ObjectField("The payer's browser, for risk checks.", () => PayerBrowser, { optional: true })
  browser?: PayerBrowser;
}

export class SubmitPaymentMethodRequest {
  @IdField('ID of an attempt with a saved card, a saved mandate or a wallet.', {
    example: '01JQ0000000000000000000ATT',
  })
  attempt_id: string;
}

export class AutopayEnrollmentRequest {
  @BooleanField('Whether the payer agrees to later payments without the payer.', { example: true })
  autopay_consent: boolean;
}
