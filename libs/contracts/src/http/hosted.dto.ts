import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../fields/index.js';
import {
  CARD_FUNDINGS,
  FUTURE_PAYMENTS,
  PAGE_LANGUAGES,
  PAYMENT_LINK_MODES,
  PAYMENT_LINK_STATUSES,
  PAYMENT_TYPES,
  SESSION_STATUSES,
  UI_MODES,
  type CardFunding,
  type FuturePayments,
  type PageLanguage,
  type PaymentLinkMode,
  type PaymentLinkStatus,
  type PaymentType,
  type SessionStatus,
  type UiMode,
} from '../states/index.js';

export class OpenHostedSessionRequest {
  @TextField({
    min: 1,
    max: 500,
    description: 'The token of the link URL.',
    example: '01JQ0000000000000000000APP.01JQ0000000000000000000LNK.q83vASNFZ4mrze8BI0VniQ',
  })
  token: string;
}

export class HostedSessionResponse {
  @TextField({ description: 'Opaque; names the link.' })
  access_token: string;

  @EnumField(['Bearer'], { description: 'How to send it.' })
  token_type: 'Bearer';

  @IntegerField({ min: 1, description: 'Lifetime in seconds.', example: 1800 })
  expires_in: number;
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

  @TextListField({ optional: true, description: 'Card brands that are taken.', example: ['Visa'] })
  payment_methods_list?: string[];
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
}

export class SelectPaymentMethodResponse {
  @IdField({ description: 'The attempt that was started.' })
  attempt_id: string;

  @TextField({ description: "The card gateway's iframe." })
  card_fields_url: string;
}

const FIRST_EXPIRY_YEAR = 2000;
const LAST_EXPIRY_YEAR = 2099;

/** What the iframe of the card gateway hands out; never the number. */
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

export class HostedMerchant {
  @TextField({ description: 'Name shown to the payer.' })
  display_name: string;

  @TextField({ optional: true, description: 'Logo.' })
  logo_url?: string;

  @TextField({ optional: true, description: 'Accent colour.', example: '#0a5c8a' })
  accent?: string;

  @TextField({ optional: true, description: 'Where the payer gets help.' })
  support_url?: string;

  @TextField({ optional: true, description: 'Terms.' })
  terms_url?: string;
}

export class HostedCard {
  @TextField({ description: 'Card brand.' })
  brand: string;

  @TextField({ description: 'Last 4 digits.' })
  last4: string;
}

/** An error in words that are safe to show to the payer. */
export class HostedError {
  @TextField({ description: 'A code of the error catalogue.' })
  error_code: string;

  @TextField({ description: 'Constant text of the code.' })
  message: string;

  @TextField({ description: 'What the payer can do.' })
  display_details: string;
}

export class HostedAttempt {
  @IdField({ description: 'The attempt.' })
  attempt_id: string;

  @EnumField(PAYMENT_TYPES, { description: 'How the payer pays.' })
  payment_method_type: PaymentType;

  @TextField({ description: 'Status of the payment, or of the card when mode is SETUP.' })
  status: string;

  @TextField({ optional: true, description: 'Where the payer must go next.' })
  redirect_url?: string;

  @ObjectField(() => HostedCard, { optional: true, description: 'The card, once submitted.' })
  card?: HostedCard;

  @ObjectField(() => HostedError, { optional: true, description: 'On failure.' })
  error?: HostedError;
}

export const MONEY_MOVED = ['YES', 'NO', 'UNKNOWN'] as const;
export type MoneyMoved = (typeof MONEY_MOVED)[number];

/** Everything that the hosted payment page shows. */
export class HostedView {
  @IdField({ description: 'The link.' })
  payment_link_id: string;

  @TextField({ description: "The customer app's reference." })
  unique_reference_id: string;

  @EnumField(PAYMENT_LINK_MODES, { description: 'Collect now or store a method.' })
  mode: PaymentLinkMode;

  @EnumField(PAYMENT_LINK_STATUSES, { description: 'Of the link.' })
  status: PaymentLinkStatus;

  @EnumField(SESSION_STATUSES, { description: 'Of its attempts.' })
  session_status: SessionStatus;

  @AmountField({ optional: true, description: 'Minor units; mode PAYMENT only.' })
  amount?: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'What is paid for.' })
  description?: string;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @EnumField(UI_MODES, { description: 'How the page is left.' })
  ui_mode: UiMode;

  @TextField({ optional: true, description: 'Where the payer is sent back to.' })
  return_url?: string;

  @BooleanField({ description: 'Whether real money moves.' })
  live: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Who receives.' })
  merchant: HostedMerchant;

  @EnumField(FUTURE_PAYMENTS, { optional: true, description: 'Who starts later payments.' })
  future_payments?: FuturePayments;

  @ObjectField(() => HostedAttempt, { optional: true, description: 'The current attempt.' })
  attempt?: HostedAttempt;

  @EnumField(MONEY_MOVED, { description: 'Whether the payer was charged.' })
  money_moved: MoneyMoved;
}
