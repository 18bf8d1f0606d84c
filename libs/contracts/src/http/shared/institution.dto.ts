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
  @TextField({ optional: true, description: 'Shown above the form.' })
  info_message?: string;

  @BooleanField({ optional: true, description: 'Whether a password is asked for.' })
  secret_required?: boolean;

  @BooleanField({ optional: true, description: 'Whether data can be renewed without the user.' })
  refresh_supported?: boolean;
}

export class InstitutionLoginField {
  @TextField({ description: 'Key of the value in what is encrypted.', example: 'user_id' })
  key: string;

  @TextField({ description: 'What to ask for.', example: 'User ID' })
  name: string;

  @EnumField(LOGIN_FIELD_TYPES, { description: 'How to ask for it.' })
  type: LoginFieldType;
}

export class InstitutionLoginMethod {
  @TextField({ description: 'Unique within the institution.', example: 'credentials' })
  id: string;

  @EnumField(LOGIN_METHOD_NAMES, { description: 'A form of ours, or the page of the institution.' })
  name: LoginMethodName;

  @BooleanField({ optional: true, nullable: true, description: 'Whether it is offered first.' })
  is_default_method?: boolean | null;

  @EnumField(INSTITUTION_STATUSES, { description: 'How far it has come.' })
  status: InstitutionStatus;

  @ObjectListField(() => InstitutionLoginField, { description: 'The form; empty for a redirect.' })
  login_fields: InstitutionLoginField[];
}

/** A screen that may follow a login; a real question also has an ID. */
export class InstitutionLoginAction {
  @TextField({ optional: true, description: 'Kind of screen.', example: 'ACTION' })
  type?: string;

  @TextField({ optional: true, description: 'What is asked for.', example: 'MOBILE_OTP' })
  name?: string;

  @ObjectListField(() => ActionMessage, { optional: true, description: 'What to tell.' })
  messages?: ActionMessage[];

  @ObjectListField(() => ActionField, { optional: true, description: 'What to ask for.' })
  fields?: ActionField[];

  @ObjectListField(() => ActionButton, { optional: true, description: 'How to go on.' })
  buttons?: ActionButton[];
}

export class InstitutionBankInfo {
  @TextField({ optional: true, description: '3-digit bank code.', example: '101' })
  bank_code?: string;
}

export class InstitutionPaymentInfo {
  @EnumListField(INSTITUTION_PAYMENTS, { description: 'What an account there can be used for.' })
  payments_supported: InstitutionPayment[];

  @TextListField({ optional: true, description: 'ISO 4217 codes.', example: ['HKD'] })
  currencies_supported?: string[];

  @ObjectField(() => InstitutionBankInfo, { optional: true, description: 'How banks call it.' })
  other_info?: InstitutionBankInfo;
}

/** A bank or wallet that can be connected. Reference data: the same for every customer app. */
export class Institution {
  @TextField({ description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextField({ description: 'Name for end-users.', example: 'Test Bank' })
  institution_name: string;

  @TextListField({ description: 'ISO 3166 alpha-3 codes.', example: ['HKG'] })
  countries: string[];

  @EnumField(INSTITUTION_TYPES, { description: 'TEST ones are simulated.' })
  institution_type: InstitutionType;

  @EnumListField(INSTITUTION_PRODUCTS, { description: 'What can be retrieved or set up there.' })
  products_supported: InstitutionProduct[];

  @EnumListField(INSTITUTION_USER_TYPES, { description: 'Whose logins it takes.' })
  user_type: InstitutionUserType[];

  @EnumField(INSTITUTION_STATUSES, { description: 'How far the connection has come.' })
  status: InstitutionStatus;

  @EnumListField(INSTITUTION_TAGS, { optional: true, description: 'Real or for tests.' })
  tags?: InstitutionTag[];

  @TextField({ optional: true, description: 'The group that it belongs to.' })
  parent_institution_name?: string;

  @TextField({ optional: true, description: 'Its login page, as its customers know it.' })
  portal_name?: string;

  @OpenObjectField({ optional: true, description: 'What is wrong with it now, if anything.' })
  status_details?: Record<string, unknown>;

  @TextField({ optional: true, description: 'Address of its own login page.' })
  login_url?: string;

  @ObjectField(() => InstitutionLoginDetails, {
    optional: true,
    nullable: true,
    description: 'What to tell before a login.',
  })
  login_details?: InstitutionLoginDetails | null;

  @ObjectListField(() => InstitutionLoginMethod, { optional: true, description: 'Ways to log in.' })
  login_methods?: InstitutionLoginMethod[];

  @ObjectListField(() => InstitutionLoginAction, {
    optional: true,
    description: 'What a login may ask for later.',
  })
  login_actions?: InstitutionLoginAction[];

  @ObjectField(() => InstitutionPaymentInfo, { optional: true, description: 'Absent: none.' })
  payment_info?: InstitutionPaymentInfo;

  @TextField({
    optional: true,
    description: 'Its colour, dark enough for white initials.',
    example: '#0b5394',
  })
  color?: string;

  @InstantField({ optional: true, description: 'Last change of this entry.' })
  updated_at?: string;
}

/** Nothing is refused: what names nothing that exists matches nothing. */
export class ListInstitutionsQuery {
  @TextField({ optional: true, deprecated: true, description: 'Use countries.', example: 'HKG' })
  country?: string;

  @TextField({ optional: true, description: 'Any of these alpha-3 codes, joined by commas.' })
  countries?: string;

  @TextField({
    optional: true,
    description: 'All of these, joined by commas: products, MANDATE or DEBIT_AUTHORIZATION.',
    example: 'ACCOUNTS,MANDATE',
  })
  products_supported?: string;

  @TextField({ optional: true, description: 'BANK, WALLET or TEST.', example: 'BANK' })
  institution_type?: string;
}

const ALPHA_3 = {
  items: '3-letter ISO 3166 country codes',
  schema: { type: 'string', minLength: 3, maxLength: 3, pattern: CODE_OF_THREE },
  accepts: (item: unknown) => typeof item === 'string' && /^[A-Z]{3}$/.test(item),
};

/** Filters within the session's offer. */
export class SessionInstitutionsQuery {
  @CsvField(ALPHA_3, { optional: true, description: 'Any of these countries.', example: ['HKG'] })
  countries?: string[];

  @CsvField(oneOf(INSTITUTION_USER_TYPES), { optional: true, description: 'Any of these users.' })
  user_type?: InstitutionUserType[];

  @CsvField(oneOf(INSTITUTION_STATUSES), { optional: true, description: 'Any of these statuses.' })
  institution_status?: InstitutionStatus[];

  @CsvField(oneOf([...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS]), {
    optional: true,
    description: 'All of these.',
  })
  products_supported?: (InstitutionProduct | InstitutionPayment)[];

  @CsvField(textsUpTo(100), { optional: true, description: 'Only these institutions.' })
  institution_id?: string[];

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'As it is typed: best matches first, typos allowed.',
    example: 'test bank',
  })
  search?: string;
}
