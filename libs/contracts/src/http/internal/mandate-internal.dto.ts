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
  @TextField({ optional: true, max: 200, description: 'Reason in a few words.' })
  reason?: string;
}

/** State of a mandate after a command. */
export class MandateStanding {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @IdField({ description: 'ID of its payment method.' })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Present status of the mandate.' })
  status: MandateStatus;
}

/** Between services: names mandates by one of three; those of others are left out. */
export class ReadMandatesRequest {
  @IdField({ description: 'The customer app of the mandates.' })
  customer_app_id: string;

  @TextListField({
    optional: true,
    maxItems: 1000,
    each: { max: 100 },
    description: 'IDs of the mandates.',
  })
  mandate_ids?: string[];

  @TextListField({
    optional: true,
    maxItems: 1000,
    each: { max: 100 },
    description: 'IDs of the payment methods of the mandates.',
  })
  payment_method_ids?: string[];

  @TextField({
    optional: true,
    max: 100,
    description: 'ID of the payment user who owns the mandates.',
  })
  user_id?: string;
}

/** A mandate without the people and accounts that the asking service keeps itself. */
export class MandateRecord extends MandateStanding {
  @BooleanField({ description: 'True for real money, false for tests.' })
  live: boolean;

  @InstantField({ description: 'When the mandate was created.' })
  created_at: string;

  @InstantField({ description: 'When the mandate last changed.' })
  updated_at: string;

  @IdField({ description: 'Payment user ID of the sender.' })
  user_id: string;

  @EnumField(USER_TYPES, { description: 'Person or company.' })
  sender_type: UserType;

  @IdField({ description: 'ID of the settlement account.' })
  recipient_account_id: string;

  @IdField({ optional: true, description: 'ID of the account that pays, once it is known.' })
  sender_account_id?: string;

  @TextField({ optional: true, description: 'Institution of the account that pays.' })
  institution_id?: string;

  @IdField({ optional: true, description: 'Link on which the mandate was set up.' })
  payment_link_id?: string;

  @ObjectField(() => MandateDetails, { description: 'What may be collected.' })
  mandate_details: MandateDetails;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'Why the mandate failed.' })
  error?: EmbeddedError;

  @OpenObjectField({ optional: true, description: 'Data of the bank about it.' })
  integration_metadata?: object;
}

export class ReadMandatesResponse {
  @ObjectListField(() => MandateRecord, { description: 'Existing mandates, newest first.' })
  mandates: MandateRecord[];
}

/** Between services: brings in an authorization that a bank gave before. */
export class ImportMandateRequest {
  @IdField({ description: 'The customer app that receives.' })
  customer_app_id: string;

  @IdField({ description: 'ID for the mandate. A repeat finds the same mandate.' })
  mandate_id: string;

  @IdField({ description: 'ID for its payment method.' })
  payment_method_id: string;

  @IdField({ description: 'Payment user ID of the sender.' })
  user_id: string;

  @TextField({ min: 1, max: 255, description: "The customer app's ID of the sender." })
  external_user_id: string;

  @EnumField(USER_TYPES, { description: 'Person or company.' })
  sender_type: UserType;

  @IdField({ description: 'ID of the settlement account.' })
  recipient_account_id: string;

  @IdField({ description: 'ID of the account that pays.' })
  sender_account_id: string;

  @TextField({ min: 1, max: 100, description: 'Institution of the account that pays.' })
  institution_id: string;

  @BooleanField({ description: 'Whether the account moves real money.' })
  live: boolean;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, max: 100, description: 'As registered with the bank.' })
  dda_reference?: string;

  @TextField({ max: 100, description: 'What the mandate is for.' })
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

  @TextField({ optional: true, max: 255, description: 'ID of the mandate at the bank.' })
  bank_mandate_id?: string;

  @TextField({ optional: true, max: 255, description: 'Reference for its charges.' })
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
    description: 'Country of the link, as an alpha-3 code. It decides between the Chinese scripts.',
    example: 'HKG',
  })
  country?: string;
}

export class MintMandateTokenResponse {
  @TextField({ description: 'Token of kind mandate_link, bound to the mandate.' })
  access_token: string;

  @IntegerField({ min: 1, description: 'Lifetime of the token in seconds.' })
  expires_in: number;
}
