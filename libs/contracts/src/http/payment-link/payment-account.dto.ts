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
  @BooleanField({ description: 'Whether the account can move real money.' })
  live_mode: boolean;

  @EnumField(PAYMENT_TYPES, {
    optional: true,
    description: 'Main kind of payment that the account accepts.',
  })
  payment_method_type?: PaymentType;

  @TextField({
    optional: true,
    description: 'More precise kind, such as EDDA_HK or CARD_GENERIC. Values may be added.',
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;

  @EnumField(CONFIRMATION_SPEEDS, {
    optional: true,
    description: 'REALTIME: the outcome is known at once. DELAYED: it is known later.',
  })
  payment_confirmation_speed?: ConfirmationSpeed;

  @TextField({
    optional: true,
    description: 'Gateway that moves the funds. Absent if they flow through this service.',
  })
  external_gateway?: string;

  @EnumField(['SERVICE'], {
    optional: true,
    description: 'SERVICE if the funds flow through this service; otherwise absent.',
  })
  payment_processor?: 'SERVICE';

  @TextListField({
    optional: true,
    description: 'Currencies that the account accepts, as ISO 4217 codes.',
    example: ['HKD'],
  })
  supported_currencies?: string[];
}

export class PaymentAccountResponse {
  @TextField({ description: 'ID of the payment account.' })
  account_id: string;

  @EnumField(ACCOUNT_TYPES, {
    description: 'SETTLEMENT_ACCOUNT is an account of your app; EXTERNAL_ACCOUNT is one of a user.',
  })
  account_type: AccountType;

  @ObjectField(() => AccountNumberRef, {
    optional: true,
    description: 'Full account number. Absent: account_number_masked shows its last digits.',
  })
  account_number?: AccountNumberRef;

  @TextField({ optional: true, description: 'Last letters or digits of the account number.' })
  account_number_masked?: string;

  @TextField({ optional: true, description: 'Name of the account holder, as a token.' })
  accountholder_name?: string;

  @TextField({ optional: true, description: 'Code of the bank, with 3 digits.' })
  bank_code?: string;

  @TextField({ optional: true, description: 'Code of the branch, with 3 digits.' })
  branch_code?: string;

  @TextListField({
    optional: true,
    description: 'Business units that a settlement account serves. Absent when empty.',
    example: ['HKD'],
  })
  business_units?: string[];

  @TextListField({
    optional: true,
    description: 'Currencies of the account, as ISO 4217 codes. Absent when empty.',
    example: ['HKD'],
  })
  currencies?: string[];

  @TextField({ optional: true, description: 'ID of your customer app.' })
  customer_app_id?: string;

  @TextField({ optional: true, description: 'ID of the institution that keeps the account.' })
  institution_id?: string;

  @TextField({ optional: true, description: 'Name of the institution that keeps the account.' })
  institution_name?: string;

  @TextField({
    optional: true,
    description: 'Legal entity that collects with the account. Settlement accounts only.',
  })
  legal_entity_name?: string;

  @TextField({ optional: true, description: 'Reference of the account. Settlement accounts only.' })
  settlement_account_reference?: string;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @TextField({
    optional: true,
    description: 'ID of the payment user who holds the account. External accounts only.',
  })
  user_id?: string;

  @InstantField({ optional: true, description: 'When the account was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When the account last changed.' })
  updated_at?: string;

  @ObjectField(() => PaymentMethodOverview, {
    optional: true,
    description: 'Main kind of payment that the account accepts. Settlement accounts only.',
  })
  payment_method_overview?: PaymentMethodOverview;
}

export class ListPaymentAccountsQuery extends PageQuery {
  @EnumField(ACCOUNT_TYPES, { optional: true, description: 'Only accounts of this type.' })
  account_type?: AccountType;

  @CsvField(currencyCodes, {
    optional: true,
    description: 'Only accounts with one of these currencies.',
  })
  currencies?: string[];
}

export class ListPaymentAccountsResponse extends PageResponse {
  @ObjectListField(() => PaymentAccountResponse, {
    description: 'Accounts of this page, newest first.',
  })
  payment_accounts: PaymentAccountResponse[];

  @IntegerField({ min: 0, description: 'Number of accounts that match the filters.' })
  total: number;
}

/** All of them: there are no pages. */
export class ListUserPaymentAccountsResponse {
  @ObjectListField(() => PaymentAccountResponse, {
    description: 'All external accounts of the user, newest first.',
  })
  payment_accounts: PaymentAccountResponse[];
}
