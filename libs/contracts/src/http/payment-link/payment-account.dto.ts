import { currencyCodes, field, type Condition } from '../../fields/index.js';
import {
  ACCOUNT_NUMBER_TYPES,
  ACCOUNT_TYPES,
  CONFIRMATION_SPEEDS,
  PAYMENT_TYPES,
  type AccountNumberType,
  type AccountType,
  type ConfirmationSpeed,
  type PaymentType,
} from '../../states/index.js';
import { ibanOf, isLocalNumber } from '../../validation/account-numbers.js';
import { check } from '../../validation/check.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { AccountNumberRef } from './parties.dto.js';

const WORD_LIMITS = { min: 1, max: 100 };

const whenNumber: Condition = {
  text: 'when account_number is given',
  test: ({ account_number: number }) => number !== undefined && number !== null,
};

export class NewAccountNumber {
  @field.enum('Format of the account number: LOCAL or IBAN.', ACCOUNT_NUMBER_TYPES, {
    example: 'LOCAL',
  })
  type: AccountNumberType;
  @field.text(
    'Full account number in plain text. We store it encrypted and return it masked. An IBAN ' +
      'must have the length of its country and correct check digits, a local number 4 digits or more.',
    { ...WORD_LIMITS, example: '012-345678-833', checks: [isNumberOfItsType()] },
  )
  number: string;
}

export class CreatePaymentAccountRequest {
  @field.enum('EXTERNAL_ACCOUNT: the bank account of a payment user.', ['EXTERNAL_ACCOUNT'])
  account_type: 'EXTERNAL_ACCOUNT';
  @field.text('Name of the account holder in plain text. Responses contain a token instead.', {
    min: 1,
    max: 256,
    notBlank: true,
    example: 'Chan Tai Man',
  })
  accountholder_name: string;
  @field.text('ID of the institution that keeps the account.', {
    ...WORD_LIMITS,
    example: 'testbank',
  })
  institution_id: string;
  @field.text('ID of the payment user who holds the account.', {
    ...WORD_LIMITS,
    example: '01JQ00000000000000000000XA',
  })
  user_id: string;
  @field.object(
    'Full account number. Without it the account cannot receive payouts.',
    () => NewAccountNumber,
    { optional: true },
  )
  account_number?: NewAccountNumber;
  @field.text(
    'Last digits of the account number, if you do not give the full number. Of more than 4 ' +
      'digits we store the last 4.',
    { ...WORD_LIMITS, forbiddenWhen: whenNumber },
  )
  account_number_masked?: string;
  @field.textList('Currencies of the account, as ISO 4217 codes.', {
    optional: true,
    maxItems: 200,
    each: { min: 3, max: 3 },
    example: ['HKD'],
  })
  currencies?: string[];
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
}

function isNumberOfItsType(): PropertyDecorator {
  return check({
    name: 'isNumberOfItsType',
    must: 'must be an IBAN with the right length and check digits, or a local number with at least 4 digits',
    test: (value, { object }) => {
      const { type } = object as Partial<NewAccountNumber>;
      if (typeof value !== 'string') return false;
      if (type === 'IBAN') return ibanOf(value) !== null;
      return type !== 'LOCAL' || isLocalNumber(value);
    },
  });
}

/** Payment methods that a settlement account accepts. */
export class PaymentMethodOverview {
  @field.boolean('Whether the account can move real money.') live_mode: boolean;
  @field.enum('Main kind of payment that the account accepts.', PAYMENT_TYPES, { optional: true })
  payment_method_type?: PaymentType;
  @field.text('More precise kind, such as EDDA_HK or CARD_GENERIC. Values may be added.', {
    optional: true,
    example: 'CARD_GENERIC',
  })
  payment_method_subtype?: string;
  @field.enum(
    'REALTIME: the outcome is known at once. DELAYED: it is known later.',
    CONFIRMATION_SPEEDS,
    { optional: true },
  )
  payment_confirmation_speed?: ConfirmationSpeed;
  @field.text('Gateway that moves the funds. Absent if they flow through this service.', {
    optional: true,
  })
  external_gateway?: string;
  @field.enum('SERVICE if the funds flow through this service; otherwise absent.', ['SERVICE'], {
    optional: true,
  })
  payment_processor?: 'SERVICE';
  @field.textList('Currencies that the account accepts, as ISO 4217 codes.', {
    optional: true,
    example: ['HKD'],
  })
  supported_currencies?: string[];
}

export class PaymentAccountResponse {
  @field.text('ID of the payment account.') account_id: string;
  @field.enum(
    'SETTLEMENT_ACCOUNT is an account of your app; EXTERNAL_ACCOUNT is one of a user.',
    ACCOUNT_TYPES,
  )
  account_type: AccountType;
  @field.object(
    'Full account number. Absent: account_number_masked shows its last digits.',
    () => AccountNumberRef,
    { optional: true },
  )
  account_number?: AccountNumberRef;
  @field.text('Last letters or digits of the account number.', { optional: true })
  account_number_masked?: string;
  @field.text('Name of the account holder, as a token.', { optional: true })
  accountholder_name?: string;
  @field.text('Code of the bank, with 3 digits.', { optional: true }) bank_code?: string;
  @field.text('Code of the branch, with 3 digits.', { optional: true }) branch_code?: string;
  @field.textList('Business units that a settlement account serves. Absent when empty.', {
    optional: true,
    example: ['HKD'],
  })
  business_units?: string[];
  @field.textList('Currencies of the account, as ISO 4217 codes. Absent when empty.', {
    optional: true,
    example: ['HKD'],
  })
  currencies?: string[];
  @field.text('ID of your customer app.', { optional: true }) customer_app_id?: string;
  @field.text('ID of the institution that keeps the account.', { optional: true })
  institution_id?: string;
  @field.text('Name of the institution that keeps the account.', { optional: true })
  institution_name?: string;
  @field.text('Legal entity that collects with the account. Settlement accounts only.', {
    optional: true,
  })
  legal_entity_name?: string;
  @field.text('Reference of the account. Settlement accounts only.', { optional: true })
  settlement_account_reference?: string;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.text('ID of the payment user who holds the account. External accounts only.', {
    optional: true,
  })
  user_id?: string;
  @field.instant('When the account was created.', { optional: true }) created_at?: string;
  @field.instant('When the account last changed.', { optional: true }) updated_at?: string;
  @field.object(
    'Main kind of payment that the account accepts. Settlement accounts only.',
    () => PaymentMethodOverview,
    { optional: true },
  )
  payment_method_overview?: PaymentMethodOverview;
}

export class ListPaymentAccountsQuery extends PageQuery {
  @field.enum('Only accounts of this type.', ACCOUNT_TYPES, { optional: true })
  account_type?: AccountType;
  @field.csv('Only accounts with one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
}

export class ListPaymentAccountsResponse extends PageResponse {
  @field.objectList('Accounts of this page, newest first.', () => PaymentAccountResponse)
  payment_accounts: PaymentAccountResponse[];
  @field.integer('Number of accounts that match the filters.', { min: 0 }) total: number;
}

/** All of them: there are no pages. */
export class ListUserPaymentAccountsResponse {
  @field.objectList(
    'All external accounts of the user, newest first.',
    () => PaymentAccountResponse,
  )
  payment_accounts: PaymentAccountResponse[];
}
