import {
  BooleanField,
  CODE_OF_THREE,
  CsvField,
  EnumField,
  EnumListField,
  InstantField,
  ObjectField,
  ObjectListField,
  oneOf,
  OpenObjectField,
  TextField,
  TextListField,
  textsUpTo,
} from '../../fields/index.js';
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

export class InstitutionLoginDetails {
  @TextField({ optional: true, description: 'Message to show above the login form.' })
  info_message?: string;

  @BooleanField({ optional: true, description: 'Whether a password is needed.' })
  secret_required?: boolean;

  @BooleanField({ optional: true, description: 'Whether data can be refreshed without the user.' })
  refresh_supported?: boolean;
}

export class InstitutionLoginField {
  @TextField({ description: 'Key of the value in the encrypted JSON object.', example: 'user_id' })
  key: string;

  @TextField({ description: 'Label of the field.', example: 'User ID' })
  name: string;

  @EnumField(LOGIN_FIELD_TYPES, { description: 'Type of the input: password, text or number.' })
  type: LoginFieldType;
}

export class InstitutionLoginMethod {
  @TextField({ description: 'ID, unique within the institution.', example: 'credentials' })
  id: string;

  @EnumField(LOGIN_METHOD_NAMES, {
    description: "Whether the user logs in with a form, or on the institution's own page.",
  })
  name: LoginMethodName;

  @BooleanField({ optional: true, nullable: true, description: 'Whether it is offered first.' })
  is_default_method?: boolean | null;

  @EnumField(INSTITUTION_STATUSES, {
    description: 'Maturity of the method: SUPPORTED, BETA or ALPHA.',
  })
  status: InstitutionStatus;

  @ObjectListField(() => InstitutionLoginField, {
    description: "Fields of the login form. Empty for the institution's own page.",
  })
  login_fields: InstitutionLoginField[];
}

/** A screen that may follow a login; a real question also has an ID. */
export class InstitutionLoginAction {
  @TextField({ optional: true, description: 'Kind of screen.', example: 'ACTION' })
  type?: string;

  @TextField({
    optional: true,
    description: 'What the screen asks for, such as a one-time password.',
    example: 'MOBILE_OTP',
  })
  name?: string;

  @ObjectListField(() => ActionMessage, { optional: true, description: 'Messages to show.' })
  messages?: ActionMessage[];

  @ObjectListField(() => ActionField, { optional: true, description: 'Fields of the answer.' })
  fields?: ActionField[];

  @ObjectListField(() => ActionButton, { optional: true, description: 'Buttons of the screen.' })
  buttons?: ActionButton[];
}

export class InstitutionBankInfo {
  @TextField({ optional: true, description: 'Code of the bank, with 3 digits.', example: '101' })
  bank_code?: string;
}

export class InstitutionPaymentInfo {
  @EnumListField(INSTITUTION_PAYMENTS, {
    description: 'What accounts at the institution can be used for.',
  })
  payments_supported: InstitutionPayment[];

  @TextListField({ optional: true, description: 'ISO 4217 codes.', example: ['HKD'] })
  currencies_supported?: string[];

  @ObjectField(() => InstitutionBankInfo, {
    optional: true,
    description: 'Codes of the institution in payment systems.',
  })
  other_info?: InstitutionBankInfo;
}

/** A bank or wallet that can be connected. Reference data: the same for every customer app. */
export class Institution {
  @TextField({ description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextField({ description: 'Name to show to end-users.', example: 'Test Bank' })
  institution_name: string;

  @TextListField({
    description: 'Countries of the institution, as ISO 3166 alpha-3 codes.',
    example: ['HKG'],
  })
  countries: string[];

  @EnumField(INSTITUTION_TYPES, {
    description: 'Kind of institution; TEST institutions are simulated.',
  })
  institution_type: InstitutionType;

  @EnumListField(INSTITUTION_PRODUCTS, {
    description: 'Data that can be retrieved there, and set-ups that are possible.',
  })
  products_supported: InstitutionProduct[];

  @EnumListField(INSTITUTION_USER_TYPES, {
    description: 'Kinds of users whose logins the institution accepts.',
  })
  user_type: InstitutionUserType[];

  @EnumField(INSTITUTION_STATUSES, {
    description: 'Maturity of the connection: SUPPORTED, BETA or ALPHA.',
  })
  status: InstitutionStatus;

  @EnumListField(INSTITUTION_TAGS, { optional: true, description: 'Real or for tests.' })
  tags?: InstitutionTag[];

  @TextField({ optional: true, description: 'Name of the group that it belongs to.' })
  parent_institution_name?: string;

  @TextField({ optional: true, description: 'Name of the login page, as its users know it.' })
  portal_name?: string;

  @OpenObjectField({ optional: true, description: 'Current problem, if there is one.' })
  status_details?: Record<string, unknown>;

  @TextField({ optional: true, description: "URL of the institution's own login page." })
  login_url?: string;

  @ObjectField(() => InstitutionLoginDetails, {
    optional: true,
    nullable: true,
    description: 'What to know before a login.',
  })
  login_details?: InstitutionLoginDetails | null;

  @ObjectListField(() => InstitutionLoginMethod, { optional: true, description: 'Ways to log in.' })
  login_methods?: InstitutionLoginMethod[];

  @ObjectListField(() => InstitutionLoginAction, {
    optional: true,
    description: 'Screens that may follow during a login.',
  })
  login_actions?: InstitutionLoginAction[];

  @ObjectField(() => InstitutionPaymentInfo, {
    optional: true,
    description: 'Payments. Absent if it supports none.',
  })
  payment_info?: InstitutionPaymentInfo;

  @TextField({
    optional: true,
    description: 'Brand colour of the institution, dark enough for white text.',
    example: '#0b5394',
  })
  color?: string;

  @InstantField({ optional: true, description: 'When this entry last changed.' })
  updated_at?: string;
}

/** Nothing is refused: what names nothing that exists matches nothing. */
export class ListInstitutionsQuery {
  @TextField({
    optional: true,
    deprecated: true,
    description: 'Only institutions of this country. Use countries.',
    example: 'HKG',
  })
  country?: string;

  @TextField({
    optional: true,
    description: 'Only institutions of one of these alpha-3 country codes, joined by commas.',
  })
  countries?: string;

  @TextField({
    optional: true,
    description:
      'Only institutions that support all of these products or payments, joined by commas.',
    example: 'ACCOUNTS,MANDATE',
  })
  products_supported?: string;

  @TextField({
    optional: true,
    description: 'Only institutions of this type: BANK, WALLET or TEST.',
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
  @CsvField(ALPHA_3, {
    optional: true,
    description: 'Only institutions of one of these countries, by alpha-3 code.',
    example: ['HKG'],
  })
  countries?: string[];

  @CsvField(oneOf(INSTITUTION_USER_TYPES), {
    optional: true,
    description: 'Only institutions for one of these kinds of users.',
  })
  user_type?: InstitutionUserType[];

  @CsvField(oneOf(INSTITUTION_STATUSES), {
    optional: true,
    description: 'Only institutions with one of these statuses.',
  })
  institution_status?: InstitutionStatus[];

  @CsvField(oneOf([...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS]), {
    optional: true,
    description: 'Only institutions that support all of these.',
  })
  products_supported?: (InstitutionProduct | InstitutionPayment)[];

  @CsvField(textsUpTo(100), {
    optional: true,
    description: 'Only institutions with one of these IDs.',
  })
  institution_id?: string[];

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Text to search for in names. Best matches come first; typos are allowed.',
    example: 'test bank',
  })
  search?: string;
}
