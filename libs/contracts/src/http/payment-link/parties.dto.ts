import {
  AmountField,
  CurrencyField,
  EnumField,
  MetadataField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import {
  ACCOUNT_NUMBER_TYPES,
  ACCOUNT_TYPES,
  FEE_PAYERS,
  SENDER_DETAIL_TYPES,
  USER_TYPES,
  type AccountNumberType,
  type AccountType,
  type FeePayer,
  type SenderDetailType,
  type UserType,
} from '../../states/index.js';

/** Facts about a sender, used for fraud checks. Values are tokenized in responses. */
export class SenderDetail {
  @EnumField(SENDER_DETAIL_TYPES, { optional: true, description: 'Kind of detail.' })
  details_type?: SenderDetailType;

  @TextListField({
    optional: true,
    minItems: 1,
    maxItems: 10,
    each: { max: 1000 },
    description: '1 to 10 values.',
    example: ['tok_01JQ0000000000000000000TKN'],
  })
  values?: string[];
}

/** The sender of a payment or mandate. */
export class SenderSummary {
  @TextField({ description: 'Payment user ID.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the end-user.", example: 'customer-42' })
  external_user_id: string;

  @EnumField(USER_TYPES, { description: 'Person or company.' })
  user_type: UserType;

  @TextField({ optional: true, description: 'Name of the end-user.', example: 'Chan Tai Man' })
  name?: string;

  @ObjectListField(() => SenderDetail, { optional: true, description: 'Tokenized details.' })
  user_details?: SenderDetail[];
}

/** The merchant's side of a payment. */
export class Recipient {
  @TextField({ description: 'Merchant account name.', example: 'Harbour Books' })
  name: string;
}

/** The account that receives the money. */
export class RecipientAccount {
  @TextField({ description: 'Account ID.' })
  account_id: string;

  @EnumField(ACCOUNT_TYPES, { description: 'Whose account it is.' })
  account_type: AccountType;

  @TextField({ optional: true, description: 'Reference of the settlement account.' })
  settlement_account_reference?: string;
}

/** An account number in the form for display. */
export class AccountNumberRef {
  @EnumField(ACCOUNT_NUMBER_TYPES, { description: 'Format of the number.' })
  type: AccountNumberType;

  @TextField({ min: 1, max: 100, description: 'The number.' })
  number: string;

  @TextField({ optional: true, nullable: true, min: 1, max: 100, description: 'In plain text.' })
  number_plaintext?: string | null;
}

/** The account that pays. */
export class SenderAccount {
  @TextField({ optional: true, description: 'Account ID.' })
  account_id?: string;

  @ObjectField(() => AccountNumberRef, { optional: true, description: 'Where it may be shown.' })
  account_number?: AccountNumberRef;

  @TextField({ optional: true, description: 'Last digits only.', example: '****6789' })
  account_number_masked?: string;

  @EnumField(['EXTERNAL_ACCOUNT'], { optional: true, description: 'Whose account it is.' })
  account_type?: 'EXTERNAL_ACCOUNT';

  @TextField({ optional: true, description: 'Tokenized name of the holder.' })
  accountholder_name?: string;

  @TextField({ optional: true, nullable: true, description: 'Name in plain text.' })
  accountholder_name_plaintext?: string | null;

  @TextField({ optional: true, description: '3-digit bank code.', example: '004' })
  bank_code?: string;

  @TextField({ optional: true, description: 'Institution ID.', example: 'testbank' })
  institution_id?: string;

  @TextField({ optional: true, description: 'Institution name.' })
  institution_name?: string;

  @MetadataField({ optional: true, limits: { maxPairs: 10 } })
  metadata?: Record<string, string>;

  @TextField({ optional: true, description: 'Payment user ID.' })
  user_id?: string;
}

/** A fee on a payment, mandate or payout. */
export class Fee {
  @AmountField({ description: 'Minor units.', example: 150 })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(FEE_PAYERS, { optional: true, description: 'Who pays the fee.' })
  paid_by?: FeePayer;

  @TextField({ optional: true, description: 'Account of the payer of the fee.' })
  paid_by_account_id?: string;
}
