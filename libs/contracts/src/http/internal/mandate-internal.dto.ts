import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import {
  MANDATE_STATUSES,
  PAGE_LANGUAGES,
  USER_TYPES,
  type MandateStatus,
  type PageLanguage,
  type UserType,
} from '../../states/index.js';
import { MandateDetails } from '../mandate/mandate.dto.js';
import {
  SetupMandateDetailsRequest,
  TransactionLimitsRequest,
} from '../shared/payment-setup-options.dto.js';

/** Between services: something happens to one mandate, which the path names. */
export class MandateCommandRequest {
  @field.id('The customer app of the mandate.') customer_app_id: string;
}

/** A draft is given up. One that the bank has already is ended there: its status follows later. */
export class AbandonMandateRequest extends MandateCommandRequest {
  @field.text('Reason in a few words.', { optional: true, max: 200 }) reason?: string;
}

/** State of a mandate after a command. */
export class MandateStatusAnswer {
  @field.id('ID of the mandate.') mandate_id: string;
  @field.id('ID of its payment method.') payment_method_id: string;
  @field.enum('Present status of the mandate.', MANDATE_STATUSES) status: MandateStatus;
}

/** Between services: names mandates by one of three; those of others are left out. */
export class ReadMandatesRequest {
  @field.id('The customer app of the mandates.') customer_app_id: string;
  @field.textList('IDs of the mandates.', { optional: true, maxItems: 1000, each: { max: 100 } })
  mandate_ids?: string[];
  @field.textList('IDs of the payment methods of the mandates.', {
    optional: true,
    maxItems: 1000,
    each: { max: 100 },
  })
  payment_method_ids?: string[];
  @field.text('ID of the payment user who owns the mandates.', { optional: true, max: 100 })
  user_id?: string;
}

/** A mandate without the people and accounts that the asking service keeps itself. */
export class MandateRecord extends MandateStatusAnswer {
  @field.boolean('True for real money, false for tests.') live: boolean;
  @field.instant('When the mandate was created.') created_at: string;
  @field.instant('When the mandate last changed.') updated_at: string;
  @field.id('Payment user ID of the sender.') user_id: string;
  @field.enum('Person or company.', USER_TYPES) sender_type: UserType;
  @field.id('ID of the settlement account.') recipient_account_id: string;
  @field.id('ID of the account that pays, once it is known.', { optional: true })
  sender_account_id?: string;
  @field.text('Institution of the account that pays.', { optional: true }) institution_id?: string;
  @field.id('Link on which the mandate was set up.', { optional: true }) payment_link_id?: string;
  @field.object('What may be collected.', () => MandateDetails) mandate_details: MandateDetails;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.object('Why the mandate failed.', () => EmbeddedError, { optional: true })
  error?: EmbeddedError;
  @field.openObject('Data of the bank about it.', { optional: true }) integration_metadata?: object;
}

export class ReadMandatesResponse {
  @field.objectList('Existing mandates, newest first.', () => MandateRecord)
  mandates: MandateRecord[];
}

/** Between services: brings in an authorization that a bank gave before. */
export class ImportMandateRequest {
  @field.id('The customer app that receives.') customer_app_id: string;
  @field.id('ID for the mandate. A repeat finds the same mandate.') mandate_id: string;
  @field.id('ID for its payment method.') payment_method_id: string;
  @field.id('Payment user ID of the sender.') user_id: string;
  @field.text("The customer app's ID of the sender.", { min: 1, max: 255 })
  external_user_id: string;
  @field.enum('Person or company.', USER_TYPES) sender_type: UserType;
  @field.id('ID of the settlement account.') recipient_account_id: string;
  @field.id('ID of the account that pays.') sender_account_id: string;
  @field.text('Institution of the account that pays.', { min: 1, max: 100 }) institution_id: string;
  @field.boolean('Whether the account moves real money.') live: boolean;
  @field.currency() currency: string;
  @field.text('As registered with the bank.', { optional: true, max: 100 }) dda_reference?: string;
  @field.text('What the mandate is for.', { max: 100 }) description: string;
  @field.date('First day of payments, UTC; today when absent.', { optional: true })
  start_date?: string;
  @field.date('Last day of payments, UTC, inclusive.', { optional: true }) end_date?: string;
  @field.object('Limits.', () => TransactionLimitsRequest, { optional: true })
  transaction_limits?: TransactionLimitsRequest;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.text('The bank that keeps it.', { optional: true, example: 'GW3' })
  integration_id?: string;
  @field.text('What that bank is reached by.', { optional: true, example: 'sandbox' })
  connector?: string;
  @field.text('ID of the mandate at the bank.', { optional: true, max: 255 })
  bank_mandate_id?: string;
  @field.text('Reference for its charges.', { optional: true, max: 255 }) reference?: string;
  @field.openObject('As the customer app gave it.', { optional: true })
  integration_metadata?: object;
}

/** Between services: a session of the hosted mandate page for a draft of a payment link. */
export class MintMandateTokenRequest {
  @field.id('The customer app.') customer_app_id: string;
  @field.enum('Of the page; en when absent.', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @field.text('Country of the link, as an alpha-3 code. It decides between the Chinese scripts.', {
    optional: true,
    min: 3,
    max: 3,
    example: 'HKG',
  })
  country?: string;
}

export class MintMandateTokenResponse {
  @field.text('Token of kind mandate_link, bound to the mandate.') access_token: string;
  @field.integer('Lifetime of the token in seconds.', { min: 1 }) expires_in: number;
}

/**
 * Between services: a payer chose direct debit on a payment link. The payment link names the
 * mandate before it asks, so that the same request again, and an answer that got lost, are harmless.
 */
export class DraftMandateRequest {
  @field.id('The customer app that receives.') customer_app_id: string;
  @field.id('ID for the new mandate. A repeat with the same ID names the same draft.')
  mandate_id: string;
  @field.id('ID for its payment method. Absent when the link does not store it.', {
    optional: true,
  })
  payment_method_id?: string;
  @field.id('ID of the payment link.') payment_link_id: string;
  @field.id('Payment user ID of the sender.') user_id: string;
  @field.text("The customer app's ID of the sender.", { min: 1, max: 255 })
  external_user_id: string;
  @field.enum('Person or company; an institution that is chosen later replaces it.', USER_TYPES)
  user_type: UserType;
  @field.id('ID of the settlement account that receives the payments.')
  recipient_account_id: string;
  @field.boolean('Whether the account moves real money.') live: boolean;
  @field.currency() currency: string;
  @field.object('Dates, limits and description of the mandate.', () => SetupMandateDetailsRequest)
  mandate_details: SetupMandateDetailsRequest;
  @field.metadata() metadata: Record<string, string>;
}

export class DraftMandateResponse {
  @field.id('ID of the mandate.') mandate_id: string;
  @field.id('ID of its payment method.') payment_method_id: string;
  @field.enum('Status of the mandate. CLOSED if the payer has already left it.', MANDATE_STATUSES)
  status: MandateStatus;
}

/** Between services: may the mandate of a payment link leave `AUTHORIZING`? */
export class ConfirmAttemptRequest {
  @field.id('The customer app of link and mandate.') customer_app_id: string;
  @field.id('ID of the mandate that the payer has authorized.') mandate_id: string;
}

export class ConfirmAttemptResponse {
  @field.boolean(
    'True: the link now waits for this mandate. False: the mandate must not become active.',
  )
  current: boolean;
}
