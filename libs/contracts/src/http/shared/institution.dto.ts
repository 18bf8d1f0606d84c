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
  @TextField('Message to show above the login form.', { optional: true }) info_message?: string;
  @BooleanField('Whether a password is needed.', { optional: true }) secret_required?: boolean;
  @BooleanField('Whether data can be refreshed without the user.', { optional: true })
  refresh_supported?: boolean;
}

export class InstitutionLoginField {
  @TextField('Key of the value in the encrypted JSON object.', { example: 'user_id' }) key: string;
  @TextField('Label of the field.', { example: 'User ID' }) name: string;
  @EnumField('Type of the input: password, text or number.', LOGIN_FIELD_TYPES)
  type: LoginFieldType;
}

export class InstitutionLoginMethod {
  @TextField('ID, unique within the institution.', { example: 'credentials' }) id: string;
  @EnumField(
    "Whether the user logs in with a form, or on the institution's own page.",
    LOGIN_METHOD_NAMES,
  )
  name: LoginMethodName;
  @BooleanField('Whether it is offered first.', { optional: true, nullable: true })
  is_default_method?: boolean | null;
  @EnumField('Maturity of the method: SUPPORTED, BETA or ALPHA.', INSTITUTION_STATUSES)
  status: InstitutionStatus;
  @ObjectListField(
    "Fields of the login form. Empty for the institution's own page.",
    () => InstitutionLoginField,
  )
  login_fields: InstitutionLoginField[];
}

/** A screen that may follow a login; a real question also has an ID. */
export class InstitutionLoginAction {
  @TextField('Kind of screen.', { optional: true, example: 'ACTION' }) type?: string;
  @TextField('What the screen asks for, such as a one-time password.', {
    optional: true,
    example: 'MOBILE_OTP',
  })
  name?: string;
  @ObjectListField('Messages to show.', () => ActionMessage, { optional: true })
  messages?: ActionMessage[];
  @ObjectListField('Fields of the answer.', () => ActionField, { optional: true })
  fields?: ActionField[];
  @ObjectListField('Buttons of the screen.', () => ActionButton, { optional: true })
  buttons?: ActionButton[];
}

export class InstitutionBankInfo {
  @TextField('Code of the bank, with 3 digits.', { optional: true, example: '101' })
  bank_code?: string;
}

export class InstitutionPaymentInfo {
  @EnumListField('What accounts at the institution can be used for.', INSTITUTION_PAYMENTS)
  payments_supported: InstitutionPayment[];
  @TextListField('ISO 4217 codes.', { optional: true, example: ['HKD'] })
  currencies_supported?: string[];
  @ObjectField('Codes of the institution in payment systems.', () => InstitutionBankInfo, {
    optional: true,
  })
  other_info?: InstitutionBankInfo;
}

/** A bank or wallet that can be connected. Reference data: the same for every customer app. */
export class Institution {
  @TextField('Institution ID.', { example: 'testbank' }) institution_id: string;
  @TextField('Name to show to end-users.', { example: 'Test Bank' }) institution_name: string;
  @TextListField('Countries of the institution, as ISO 3166 alpha-3 codes.', { example: ['HKG'] })
  countries: string[];
  @EnumField('Kind of institution; TEST institutions are simulated.', INSTITUTION_TYPES)
  institution_type: InstitutionType;
  @EnumListField(
    'Data that can be retrieved there, and set-ups that are possible.',
    INSTITUTION_PRODUCTS,
  )
  products_supported: InstitutionProduct[];
  @EnumListField('Kinds of users whose logins the institution accepts.', INSTITUTION_USER_TYPES)
  user_type: InstitutionUserType[];
  @EnumField('Maturity of the connection: SUPPORTED, BETA or ALPHA.', INSTITUTION_STATUSES)
  status: InstitutionStatus;
  @EnumListField('Real or for tests.', INSTITUTION_TAGS, { optional: true })
  tags?: InstitutionTag[];
  @TextField('Name of the group that it belongs to.', { optional: true })
  parent_institution_name?: string;
  @TextField('Name of the login page, as its users know it.', { optional: true })
  portal_name?: string;
  @OpenObjectField('Current problem, if there is one.', { optional: true }) status_details?: Record<
    string,
    unknown
  >;
  @TextField("URL of the institution's own login page.", { optional: true }) login_url?: string;
  @ObjectField('What to know before a login.', () => InstitutionLoginDetails, {
    optional: true,
    nullable: true,
  })
  login_details?: InstitutionLoginDetails | null;
  @ObjectListField('Ways to log in.', () => InstitutionLoginMethod, { optional: true })
  login_methods?: InstitutionLoginMethod[];
  @ObjectListField('Screens that may follow during a login.', () => InstitutionLoginAction, {
    optional: true,
  })
  login_actions?: InstitutionLoginAction[];
  @ObjectField('Payments. Absent if it supports none.', () => InstitutionPaymentInfo, {
    optional: true,
  })
  payment_info?: InstitutionPaymentInfo;
  @TextField('Brand colour of the institution, dark enough for white text.', {
    optional: true,
    example: '#0b5394',
  })
  color?: string;
  @InstantField('When this entry last changed.', { optional: true }) updated_at?: string;
}

/** Nothing is refused: what names nothing that exists matches nothing. */
export class ListInstitutionsQuery {
  @TextField('Only institutions of this country. Use countries.', {
    optional: true,
    deprecated: true,
    example: 'HKG',
  })
  country?: string;
  @TextField('Only institutions of one of these alpha-3 country codes, joined by commas.', {
    optional: true,
  })
  countries?: string;
  @TextField(
    'Only institutions that support all of these products or payments, joined by commas.',
    { optional: true, example: 'ACCOUNTS,MANDATE' },
  )
  products_supported?: string;
  @TextField('Only institutions of this type: BANK, WALLET or TEST.', {
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
  @CsvField('Only institutions of one of these countries, by alpha-3 code.', ALPHA_3, {
    optional: true,
    example: ['HKG'],
  })
  countries?: string[];
  @CsvField('Only institutions for one of these kinds of users.', oneOf(INSTITUTION_USER_TYPES), {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @CsvField('Only institutions with one of these statuses.', oneOf(INSTITUTION_STATUSES), {
    optional: true,
  })
  institution_status?: InstitutionStatus[];
  @CsvField(
    'Only institutions that support all of these.',
    oneOf([...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS]),
    { optional: true },
  )
  products_supported?: (InstitutionProduct | InstitutionPayment)[];
  @CsvField('Only institutions with one of these IDs.', textsUpTo(100), { optional: true })
  institution_id?: string[];
  @TextField('Text to search for in names. Best matches come first; typos are allowed.', {
    optional: true,
    min: 1,
    max: 100,
    example: 'test bank',
  })
  search?: string;
}
