import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  ObjectField,
  ObjectListField,
  OpenObjectField,
  TextField,
  TextListField,
  IntegerField,
} from '../../fields/index.js';
import {
  MANDATE_STATUSES,
  USER_TYPES,
  type MandateStatus,
  type UserType,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '../../states/index.js';
import { MandateDetails } from '../mandate/mandate.dto.js';
import { TransactionLimitsRequest } from '../shared/payment-setup-options.dto.js';

/** Between services: something happens to one mandate, which the path names. */
export class MandateCommandRequest {
  @IdField({ description: 'The customer app of the mandate.' })
  customer_app_id: string;
}

/** A draft is given up. One that the bank has already is ended there: its status follows later. */
export class AbandonMandateRequest extends MandateCommandRequest {
  @TextField({ optional: true, max: 200, description: 'Why, in a few words.' })
  reason?: string;
}

/** State of a mandate after a command. */
export class MandateStanding {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @IdField({ description: 'Its payment method.' })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Status now.' })
  status: MandateStatus;
}

/** Between services: names mandates by one of three; those of others are left out. */
export class ReadMandatesRequest {
  @IdField({ description: 'The customer app of the mandates.' })
  customer_app_id: string;

  @TextListField({ optional: true, maxItems: 1000, each: { max: 100 }, description: 'By ID.' })
  mandate_ids?: string[];

  @TextListField({
    optional: true,
    maxItems: 1000,
    each: { max: 100 },
    description: 'By the payment method that charges them.',
  })
  payment_method_ids?: string[];

  @TextField({ optional: true, max: 100, description: 'All of one payment user.' })
  user_id?: string;
}

/** A mandate without the people and accounts that the asking service keeps itself. */
export class MandateRecord extends MandateStanding {
  @BooleanField({ description: 'Whether it is for real money.' })
  live: boolean;

  @InstantField({ description: 'When it was created.' })
  created_at: string;

  @InstantField({ description: 'When it last changed.' })
  updated_at: string;

  @IdField({ description: 'Payment user of the sender.' })
  user_id: string;

  @EnumField(USER_TYPES, { description: 'Person or company.' })
  sender_type: UserType;

  @IdField({ description: 'The settlement account that receives.' })
  recipient_account_id: string;

  @IdField({ optional: true, description: 'The account that pays, once it is known.' })
  sender_account_id?: string;

  @TextField({ optional: true, description: 'Where that account is kept.' })
  institution_id?: string;

  @IdField({ optional: true, description: 'The link on which it was set up.' })
  payment_link_id?: string;

  @ObjectField(() => MandateDetails, { description: 'What may be collected.' })
  mandate_details: MandateDetails;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @OpenObjectField({ optional: true, description: 'How the bank keeps it, once it does.' })
  integration_metadata?: object;
}

export class ReadMandatesResponse {
  @ObjectListField(() => MandateRecord, { description: 'Those that exist, newest first.' })
  mandates: MandateRecord[];
}

/** Between services: brings in an authorization that a bank gave before. */
export class ImportMandateRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @IdField({ description: 'The ID that the mandate gets; the same again finds what was made.' })
  mandate_id: string;

  @IdField({ description: 'The ID of its payment method.' })
  payment_method_id: string;

  @IdField({ description: 'Payment user of the sender.' })
  user_id: string;

  @TextField({ min: 1, max: 255, description: "The customer app's ID of the sender." })
  external_user_id: string;

  @EnumField(USER_TYPES, { description: 'Person or company.' })
  sender_type: UserType;

  @IdField({ description: 'The settlement account that receives.' })
  recipient_account_id: string;

  @IdField({ description: 'The account that pays.' })
  sender_account_id: string;

  @TextField({ min: 1, max: 100, description: 'Where that account is kept.' })
  institution_id: string;

  @BooleanField({ description: 'Whether the account moves real money.' })
  live: boolean;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, max: 100, description: 'As registered with the bank.' })
  dda_reference?: string;

  @TextField({ max: 100, description: 'Shown to the user.' })
  description: string;

  @DateField({ optional: true, description: 'First day of payments, UTC; today when absent.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => TransactionLimitsRequest, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimitsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @TextField({ optional: true, description: 'The bank that keeps it.', example: 'GW3' })
  integration_id?: string;

  @TextField({ optional: true, max: 255, description: "The bank's name of the mandate." })
  bank_mandate_id?: string;

  @TextField({ optional: true, max: 255, description: 'The name under which it is charged.' })
  reference?: string;

  @OpenObjectField({ optional: true, description: 'As the customer app gave it.' })
  integration_metadata?: object;
}

/** Between services: a session of the hosted mandate page for a draft of a payment link. */
export class MintMandateTokenRequest {
  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @EnumField(PAGE_LANGUAGES, { optional: true, description: 'Of the page; en when absent.' })
  language?: PageLanguage;

  @TextField({
    optional: true,
    min: 3,
    max: 3,
    description: 'Of the link: ISO 3166 alpha-3. It tells which Chinese the payer reads.',
    example: 'HKG',
  })
  country?: string;
}

export class MintMandateTokenResponse {
  @TextField({ description: 'Of kind mandate_link, bound to the mandate.' })
  access_token: string;

  @IntegerField({ min: 1, description: 'Lifetime in seconds.' })
  expires_in: number;
}
