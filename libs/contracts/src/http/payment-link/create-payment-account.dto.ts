import {
  EnumField,
  MetadataField,
  ObjectField,
  TextField,
  TextListField,
  type Condition,
} from '../../fields/index.js';
import { ACCOUNT_NUMBER_TYPES, type AccountNumberType } from '../../states/index.js';
import { ibanOf, isLocalNumber } from '../../validation/account-numbers.js';
import { check } from '../../validation/check.js';

const WORD_LIMITS = { min: 1, max: 100 };

const whenNumber: Condition = {
  text: 'when account_number is given',
  test: ({ account_number: number }) => number !== undefined && number !== null,
};

export class NewAccountNumber {
  @EnumField('Format of the account number: LOCAL or IBAN.', ACCOUNT_NUMBER_TYPES, {
    example: 'LOCAL',
  })
  type: AccountNumberType;
  @TextField(
    'Full account number in plain text. We store it encrypted and return it masked. An IBAN ' +
      'must have the length of its country and correct check digits, a local number 4 digits or more.',
    { ...WORD_LIMITS, example: '012-345678-833', checks: [isNumberOfItsType()] },
  )
  number: string;
}

export class CreatePaymentAccountRequest {
  @EnumField('EXTERNAL_ACCOUNT: the bank account of a payment user.', ['EXTERNAL_ACCOUNT'])
  account_type: 'EXTERNAL_ACCOUNT';
  @TextField('Name of the account holder in plain text. Responses contain a token instead.', {
    min: 1,
    max: 256,
    notBlank: true,
    example: 'Chan Tai Man',
  })
  accountholder_name: string;
  @TextField('ID of the institution that keeps the account.', {
    ...WORD_LIMITS,
    example: 'testbank',
  })
  institution_id: string;
  @TextField('ID of the payment user who holds the account.', {
    ...WORD_LIMITS,
    example: '01JQ00000000000000000000XA',
  })
  user_id: string;
  @ObjectField(
    'Full account number. Without it the account cannot receive payouts.',
    () => NewAccountNumber,
    { optional: true },
  )
  account_number?: NewAccountNumber;
  @TextField(
    'Last digits of the account number, if you do not give the full number. Of more than 4 ' +
      'digits we store the last 4.',
    { ...WORD_LIMITS, forbiddenWhen: whenNumber },
  )
  account_number_masked?: string;
  @TextListField('Currencies of the account, as ISO 4217 codes.', {
    optional: true,
    maxItems: 200,
    each: { min: 3, max: 3 },
    example: ['HKD'],
  })
  currencies?: string[];
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
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
