import {
  BooleanField,
  CsvField,
  currencyCodes,
  EnumField,
  InstantField,
  IntegerField,
  MetadataField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import {
  ACCOUNT_TYPES,
  CONFIRMATION_SPEEDS,
  PAYMENT_TYPES,
  type AccountType,
  type ConfirmationSpeed,
  type PaymentType,
} from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { AccountNumberRef } from './parties.dto.js';

/** Payment methods that a settlement account accepts. */
export class PaymentMethodOverview {
  @BooleanField('Whether the account can move real money.') live_mode: boolean;
  @EnumField('Main kind of payment that the account accepts.', PAYMENT_TYPES, { optional: true })
  payment_method_type?: PaymentType;
  @TextField('More precise kind, such as EDDA_HK or CARD_GENERIC. Values may be added.', {
    optional: true,
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;
  @EnumField(
    'REALTIME: the outcome is known at once. DELAYED: it is known later.',
    CONFIRMATION_SPEEDS,
    { optional: true },
  )
  payment_confirmation_speed?: ConfirmationSpeed;
  @TextField('Gateway that moves the funds. Absent if they flow through this service.', {
    optional: true,
  })
  external_gateway?: string;
  @EnumField('SERVICE if the funds flow through this service; otherwise absent.', ['SERVICE'], {
    optional: true,
  })
  payment_processor?: 'SERVICE';
  @TextListField('Currencies that the account accepts, as ISO 4217 codes.', {
    optional: true,
    example: ['HKD'],
  })
  supported_currencies?: string[];
}

export class PaymentAccountResponse {
  @TextField('ID of the payment account.') account_id: string;
  @EnumField(
    'SETTLEMENT_ACCOUNT is an account of your app; EXTERNAL_ACCOUNT is one of a user.',
    ACCOUNT_TYPES,
  )
  account_type: AccountType;
  @ObjectField(
    'Full account number. Absent: account_number_masked shows its last digits.',
    () => AccountNumberRef,
    { optional: true },
  )
  account_number?: AccountNumberRef;
  @TextField('Last letters or digits of the account number.', { optional: true })
  account_number_masked?: string;
  @TextField('Name of the account holder, as a token.', { optional: true })
  accountholder_name?: string;
  @TextField('Code of the bank, with 3 digits.', { optional: true }) bank_code?: string;
  @TextField('Code of the branch, with 3 digits.', { optional: true }) branch_code?: string;
  @TextListField('Business units that a settlement account serves. Absent when empty.', {
    optional: true,
    example: ['HKD'],
  })
  business_units?: string[];
  @TextListField('Currencies of the account, as ISO 4217 codes. Absent when empty.', {
    optional: true,
    example: ['HKD'],
  })
  currencies?: string[];
  @TextField('ID of your customer app.', { optional: true }) customer_app_id?: string;
  @TextField('ID of the institution that keeps the account.', { optional: true })
  institution_id?: string;
  @TextField('Name of the institution that keeps the account.', { optional: true })
  institution_name?: string;
  @TextField('Legal entity that collects with the account. Settlement accounts only.', {
    optional: true,
  })
  legal_entity_name?: string;
  @TextField('Reference of the account. Settlement accounts only.', { optional: true })
  settlement_account_reference?: string;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @TextField('ID of the payment user who holds the account. External accounts only.', {
    optional: true,
  })
  user_id?: string;
  @InstantField('When the account was created.', { optional: true }) created_at?: string;
  @InstantField('When the account last changed.', { optional: true }) updated_at?: string;
  @ObjectField(
    'Main kind of payment that the account accepts. Settlement accounts only.',
    () => PaymentMethodOverview,
    { optional: true },
  )
  payment_method_overview?: PaymentMethodOverview;
}

export class ListPaymentAccountsQuery extends PageQuery {
  @EnumField('Only accounts of this type.', ACCOUNT_TYPES, { optional: true })
  account_type?: AccountType;
  @CsvField('Only accounts with one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
}

export class ListPaymentAccountsResponse extends PageResponse {
  @ObjectListField('Accounts of this page, newest first.', () => PaymentAccountResponse)
  payment_accounts: PaymentAccountResponse[];
  @IntegerField('Number of accounts that match the filters.', { min: 0 }) total: number;
}

/** All of them: there are no pages. */
export class ListUserPaymentAccountsResponse {
  @ObjectListField('All external accounts of the user, newest first.', () => PaymentAccountResponse)
  payment_accounts: PaymentAccountResponse[];
}
