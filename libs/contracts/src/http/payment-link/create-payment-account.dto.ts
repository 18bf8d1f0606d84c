import {
  EnumField,
  MetadataField,
  ObjectField,
  TextField,
  TextListField,
  type Condition,
} from '../../fields/index.js';
import { ACCOUNT_NUMBER_TYPES, type AccountNumberType } from '../../states/index.js';

const WORD_LIMITS = { min: 1, max: 100 };

const whenNumber: Condition = {
  text: 'when account_number is given',
  test: ({ account_number: number }) => number !== undefined && number !== null,
};

export class NewAccountNumber {
  @EnumField(ACCOUNT_NUMBER_TYPES, { description: 'Format of the number.', example: 'LOCAL' })
  type: AccountNumberType;

  @TextField({
    ...WORD_LIMITS,
    description: 'In plain text; kept encrypted and shown masked.',
    example: '012-345678-833',
  })
  number: string;
}

export class CreatePaymentAccountRequest {
  @EnumField(['EXTERNAL_ACCOUNT'], { description: "A user's own bank account." })
  account_type: 'EXTERNAL_ACCOUNT';

  @TextField({
    min: 1,
    max: 256,
    description: 'Name of the holder in plain text; shown as a token.',
    example: 'Chan Tai Man',
  })
  accountholder_name: string;

  @TextField({ ...WORD_LIMITS, description: 'Institution ID.', example: 'testbank' })
  institution_id: string;

  @TextField({
    ...WORD_LIMITS,
    description: 'The payment user whose account it is.',
    example: '01JQ00000000000000000000XA',
  })
  user_id: string;

  @ObjectField(() => NewAccountNumber, { optional: true, description: 'The whole number.' })
  account_number?: NewAccountNumber;

  @TextField({
    ...WORD_LIMITS,
    forbiddenWhen: whenNumber,
    description: 'Last digits only, where the number is not to be kept here.',
  })
  account_number_masked?: string;

  @TextListField({
    optional: true,
    maxItems: 200,
    each: { min: 3, max: 3 },
    description: 'ISO 4217 codes.',
    example: ['HKD'],
  })
  currencies?: string[];

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}
