import { CODE_OF_THREE, field, oneOf, pick, textsUpTo } from '../../fields/index.js';
import {
  INSTITUTION_PAYMENTS,
  INSTITUTION_PRODUCTS,
  INSTITUTION_STATUSES,
  INSTITUTION_TAGS,
  INSTITUTION_TYPES,
  INSTITUTION_USER_TYPES,
  LOGIN_FIELD_TYPES,
  LOGIN_METHOD_NAMES,
  type InstitutionPayment,
  type InstitutionProduct,
  type InstitutionStatus,
  type InstitutionTag,
  type InstitutionType,
  type InstitutionUserType,
  type LoginFieldType,
  type LoginMethodName,
} from '../../states/index.js';
import { ActionButton, ActionField, ActionMessage } from './link-action.dto.js';
import { APP_TYPES, type AppType } from '../../token.js';

export class InstitutionLoginDetails {
  @field.text('Message to show above the login form.', { optional: true }) info_message?: string;
  @field.boolean('Whether a password is needed.', { optional: true }) secret_required?: boolean;
  @field.boolean('Whether data can be refreshed without the user.', { optional: true })
  refresh_supported?: boolean;
}

export class InstitutionLoginField {
  @field.text('Key of the value in the encrypted JSON object.', { example: 'user_id' }) key: string;
  @field.text('Label of the field.', { example: 'User ID' }) name: string;
  @field.enum('Type of the input: password, text or number.', LOGIN_FIELD_TYPES)
  type: LoginFieldType;
}

export class InstitutionLoginMethod {
  @field.text('ID, unique within the institution.', { example: 'credentials' }) id: string;
  @field.enum(
    "Whether the user logs in with a form, or on the institution's own page.",
    LOGIN_METHOD_NAMES,
  )
  name: LoginMethodName;
  @field.boolean('Whether it is offered first.', { optional: true, nullable: true })
  is_default_method?: boolean | null;
  @field.enum('Maturity of the method: SUPPORTED, BETA or ALPHA.', INSTITUTION_STATUSES)
  status: InstitutionStatus;
  @field.objectList(
    "Fields of the login form. Empty for the institution's own page.",
    () => InstitutionLoginField,
  )
  login_fields: InstitutionLoginField[];
}

/** A screen that may follow a login; a real question also has an ID. */
export class InstitutionLoginAction {
  @field.text('Kind of screen.', { optional: true, example: 'ACTION' }) type?: string;
  @field.text('What the screen asks for, such as a one-time password.', {
    optional: true,
    example: 'MOBILE_OTP',
  })
  name?: string;
  @field.objectList('Messages to show.', () => ActionMessage, { optional: true })
  messages?: ActionMessage[];
  @field.objectList('Fields of the answer.', () => ActionField, { optional: true })
  fields?: ActionField[];
  @field.objectList('Buttons of the screen.', () => ActionButton, { optional: true })
  buttons?: ActionButton[];
}

export class InstitutionBankInfo {
  @field.text('Code of the bank, with 3 digits.', { optional: true, example: '101' })
  bank_code?: string;
}

export class InstitutionPaymentInfo {
  @field.enumList('What accounts at the institution can be used for.', INSTITUTION_PAYMENTS)
  payments_supported: InstitutionPayment[];
  @field.textList('ISO 4217 codes.', { optional: true, example: ['HKD'] })
  currencies_supported?: string[];
  @field.object('Codes of the institution in payment systems.', () => InstitutionBankInfo, {
    optional: true,
  })
  other_info?: InstitutionBankInfo;
}

/** A bank or wallet that can be connected. Reference data: the same for every customer app. */
export class Institution {
  @field.text('Institution ID.', { example: 'testbank' }) institution_id: string;
  @field.text('Name to show to end-users.', { example: 'Test Bank' }) institution_name: string;
  @field.textList('Countries of the institution, as ISO 3166 alpha-3 codes.', { example: ['HKG'] })
  countries: string[];
  @field.enum('Kind of institution; TEST institutions are simulated.', INSTITUTION_TYPES)
  institution_type: InstitutionType;
  @field.enumList(
    'Data that can be retrieved there, and set-ups that are possible.',
    INSTITUTION_PRODUCTS,
  )
  products_supported: InstitutionProduct[];
  @field.enumList('Kinds of users whose logins the institution accepts.', INSTITUTION_USER_TYPES)
  user_type: InstitutionUserType[];
  @field.enum('Maturity of the connection: SUPPORTED, BETA or ALPHA.', INSTITUTION_STATUSES)
  status: InstitutionStatus;
  @field.enumList('Real or for tests.', INSTITUTION_TAGS, { optional: true })
  tags?: InstitutionTag[];
  @field.text('Name of the group that it belongs to.', { optional: true })
  parent_institution_name?: string;
  @field.text('Name of the login page, as its users know it.', { optional: true })
  portal_name?: string;
  @field.openObject('Current problem, if there is one.', { optional: true })
  status_details?: Record<string, unknown>;
  @field.text("URL of the institution's own login page.", { optional: true }) login_url?: string;
  @field.object('What to know before a login.', () => InstitutionLoginDetails, {
    optional: true,
    nullable: true,
  })
  login_details?: InstitutionLoginDetails | null;
  @field.objectList('Ways to log in.', () => InstitutionLoginMethod, { optional: true })
  login_methods?: InstitutionLoginMethod[];
  @field.objectList('Screens that may follow during a login.', () => InstitutionLoginAction, {
    optional: true,
  })
  login_actions?: InstitutionLoginAction[];
  @field.object('Payments. Absent if it supports none.', () => InstitutionPaymentInfo, {
    optional: true,
  })
  payment_info?: InstitutionPaymentInfo;
  @field.text('Brand colour of the institution, dark enough for white text.', {
    optional: true,
    example: '#0b5394',
  })
  color?: string;
  @field.instant('When this entry last changed.', { optional: true }) updated_at?: string;
}

/** Nothing is refused: what names nothing that exists matches nothing. */
export class ListInstitutionsQuery {
  @field.text('Only institutions of this country. Use countries.', {
    optional: true,
    deprecated: true,
    example: 'HKG',
  })
  country?: string;
  @field.text('Only institutions of one of these alpha-3 country codes, joined by commas.', {
    optional: true,
  })
  countries?: string;
  @field.text(
    'Only institutions that support all of these products or payments, joined by commas.',
    { optional: true, example: 'ACCOUNTS,MANDATE' },
  )
  products_supported?: string;
  @field.text('Only institutions of this type: BANK, WALLET or TEST.', {
    optional: true,
    example: 'BANK',
  })
  institution_type?: string;
}

const ALPHA_3 = {
  items: '3-letter ISO 3166 country codes',
  schema: { type: 'string', minLength: 3, maxLength: 3, pattern: CODE_OF_THREE },
  accepts: (item: unknown) => typeof item === 'string' && /^[A-Z]{3}$/.test(item),
};

/** Filters within the session's offer. */
export class SessionInstitutionsQuery {
  @field.csv('Only institutions of one of these countries, by alpha-3 code.', ALPHA_3, {
    optional: true,
    example: ['HKG'],
  })
  countries?: string[];
  @field.csv('Only institutions for one of these kinds of users.', oneOf(INSTITUTION_USER_TYPES), {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @field.csv('Only institutions with one of these statuses.', oneOf(INSTITUTION_STATUSES), {
    optional: true,
  })
  institution_status?: InstitutionStatus[];
  @field.csv(
    'Only institutions that support all of these.',
    oneOf([...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS]),
    { optional: true },
  )
  products_supported?: (InstitutionProduct | InstitutionPayment)[];
  @field.csv('Only institutions with one of these IDs.', textsUpTo(100), { optional: true })
  institution_id?: string[];
  @field.text('Text to search for in names. Best matches come first; typos are allowed.', {
    optional: true,
    min: 1,
    max: 100,
    example: 'test bank',
  })
  search?: string;
}

/** The institutions that a payer may choose. An absent or empty list means any. */
class InstitutionFilters {
  @field.enum('Type of the customer app; simulated institutions are for test apps only.', APP_TYPES)
  app_type: AppType;
  @field.text('Text to search for in names. Best matches come first.', { optional: true, max: 100 })
  search?: string;
  @field.integer('Maximum number of institutions to return.', { min: 1, max: 10_000 })
  limit: number;
  @field.text('Only this institution, if the other filters allow it.', { optional: true, max: 100 })
  institution_id?: string;
  @field.textList('Only institutions of one of these countries, by alpha-3 code.', {
    optional: true,
  })
  countries?: string[];
  @field.textList('Only institutions that support all of these products or payments.', {
    optional: true,
  })
  products_supported?: string[];
  @field.enumList('Only institutions for one of these kinds of users.', INSTITUTION_USER_TYPES, {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @field.enumList('Only institutions with one of these statuses.', INSTITUTION_STATUSES, {
    optional: true,
  })
  institution_status?: InstitutionStatus[];
  @field.enumList('Only institutions with one of these tags.', INSTITUTION_TAGS, { optional: true })
  tags?: InstitutionTag[];
  @field.currency('Only institutions that support payments in this currency.', { optional: true })
  currency?: string;
}

/** Filters within the institutions that the payer is offered. An absent or empty list means any. */
export class InstitutionNarrowing extends pick(InstitutionFilters, [
  'countries',
  'products_supported',
  'user_type',
  'institution_status',
]) {
  @field.textList('Only institutions with one of these IDs.', { optional: true })
  institution_id?: string[];
}

/** Between services: a search. */
export class SearchInstitutionsRequest extends InstitutionFilters {
  @field.object('Additional filters, chosen by the end-user.', () => InstitutionNarrowing, {
    optional: true,
  })
  narrowed?: InstitutionNarrowing;
}

export class SearchInstitutionsResponse {
  @field.objectList('Institutions in the order to show.', () => Institution)
  institutions: Institution[];
}
