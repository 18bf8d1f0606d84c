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
  @IdField('The customer app of the mandate.') customer_app_id: string;
}

/** A draft is given up. One that the bank has already is ended there: its status follows later. */
export class AbandonMandateRequest extends MandateCommandRequest {
  @TextField('Reason in a few words.', { optional: true, max: 200 }) reason?: string;
}

/** State of a mandate after a command. */
export class MandateStanding {
  @IdField('ID of the mandate.') mandate_id: string;
  @IdField('ID of its payment method.') payment_method_id: string;
  @EnumField('Present status of the mandate.', MANDATE_STATUSES) status: MandateStatus;
}

/** Between services: names mandates by one of three; those of others are left out. */
export class ReadMandatesRequest {
  @IdField('The customer app of the mandates.') customer_app_id: string;
  @TextListField('IDs of the mandates.', { optional: true, maxItems: 1000, each: { max: 100 } })
  mandate_ids?: string[];
  @TextListField('IDs of the payment methods of the mandates.', {
    optional: true,
    maxItems: 1000,
    each: { max: 100 },
  })
  payment_method_ids?: string[];
  @TextField('ID of the payment user who owns the mandates.', { optional: true, max: 100 })
  user_id?: string;
}

/** A mandate without the people and accounts that the asking service keeps itself. */
export class MandateRecord extends MandateStanding {
  @BooleanField('True for real money, false for tests.') live: boolean;
  @InstantField('When the mandate was created.') created_at: string;
  @InstantField('When the mandate last changed.') updated_at: string;
  @IdField('Payment user ID of the sender.') user_id: string;
  @EnumField('Person or company.', USER_TYPES) sender_type: UserType;
  @IdField('ID of the settlement account.') recipient_account_id: string;
  @IdField('ID of the account that pays, once it is known.', { optional: true })
  sender_account_id?: string;
  @TextField('Institution of the account that pays.', { optional: true }) institution_id?: string;
  @IdField('Link on which the mandate was set up.', { optional: true }) payment_link_id?: string;
  @ObjectField('What may be collected.', () => MandateDetails) mandate_details: MandateDetails;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @ObjectField('Why the mandate failed.', () => EmbeddedError, { optional: true })
  error?: EmbeddedError;
  @OpenObjectField('Data of the bank about it.', { optional: true }) integration_metadata?: object;
}

export class ReadMandatesResponse {
  @ObjectListField('Existing mandates, newest first.', () => MandateRecord)
  mandates: MandateRecord[];
}

/** Between services: brings in an authorization that a bank gave before. */
export class ImportMandateRequest {
  @IdField('The customer app that receives.') customer_app_id: string;
  @IdField('ID for the mandate. A repeat finds the same mandate.') mandate_id: string;
  @IdField('ID for its payment method.') payment_method_id: string;
  @IdField('Payment user ID of the sender.') user_id: string;
  @TextField("The customer app's ID of the sender.", { min: 1, max: 255 }) external_user_id: string;
  @EnumField('Person or company.', USER_TYPES) sender_type: UserType;
  @IdField('ID of the settlement account.') recipient_account_id: string;
  @IdField('ID of the account that pays.') sender_account_id: string;
  @TextField('Institution of the account that pays.', { min: 1, max: 100 }) institution_id: string;
  @BooleanField('Whether the account moves real money.') live: boolean;
  @CurrencyField() currency: string;
  @TextField('As registered with the bank.', { optional: true, max: 100 }) dda_reference?: string;
  @TextField('What the mandate is for.', { max: 100 }) description: string;
  @DateField('First day of payments, UTC; today when absent.', { optional: true })
  start_date?: string;
  @DateField('Last day of payments, UTC, inclusive.', { optional: true }) end_date?: string;
  @ObjectField('Limits.', () => TransactionLimitsRequest, { optional: true })
  transaction_limits?: TransactionLimitsRequest;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @TextField('The bank that keeps it.', { optional: true, example: 'GW3' }) integration_id?: string;
  @TextField('ID of the mandate at the bank.', { optional: true, max: 255 })
  bank_mandate_id?: string;
  @TextField('Reference for its charges.', { optional: true, max: 255 }) reference?: string;
  @OpenObjectField('As the customer app gave it.', { optional: true })
  integration_metadata?: object;
}

/** Between services: a session of the hosted mandate page for a draft of a payment link. */
export class MintMandateTokenRequest {
  @IdField('The customer app.') customer_app_id: string;
  @EnumField('Of the page; en when absent.', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @TextField('Country of the link, as an alpha-3 code. It decides between the Chinese scripts.', {
    optional: true,
    min: 3,
    max: 3,
    example: 'HKG',
  })
  country?: string;
}

export class MintMandateTokenResponse {
  @TextField('Token of kind mandate_link, bound to the mandate.') access_token: string;
  @IntegerField('Lifetime of the token in seconds.', { min: 1 }) expires_in: number;
}
