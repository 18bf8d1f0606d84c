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
  @BooleanField({ description: 'Whether it can move real money.' })
  live_mode: boolean;

  @EnumField(PAYMENT_TYPES, { optional: true, description: 'What it takes.' })
  payment_method_type?: PaymentType;

  @TextField({ optional: true, description: 'Open list.', example: 'CARD_GENERIC' })
  payment_method_subtype?: string;

  @EnumField(CONFIRMATION_SPEEDS, { optional: true, description: 'How soon a payment is sure.' })
  payment_confirmation_speed?: ConfirmationSpeed;

  @TextField({ optional: true, description: 'Where funds flow through a third party.' })
  external_gateway?: string;

  @EnumField(['SERVICE'], { optional: true, description: 'Where funds flow through the service.' })
  payment_processor?: 'SERVICE';

  @TextListField({ optional: true, description: 'ISO 4217 codes.', example: ['HKD'] })
  supported_currencies?: string[];
}

export class PaymentAccountResponse {
  @TextField({ description: 'Account ID.' })
  account_id: string;

  @EnumField(ACCOUNT_TYPES, { description: "A sender's bank account or the app's own." })
  account_type: AccountType;

  @ObjectField(() => AccountNumberRef, { optional: true, description: 'Where it may be shown.' })
  account_number?: AccountNumberRef;

  @TextField({ optional: true, description: 'Last digits only.' })
  account_number_masked?: string;

  @TextField({ optional: true, description: 'Tokenized name of the holder.' })
  accountholder_name?: string;

  @TextField({ optional: true, description: '3-digit bank code.' })
  bank_code?: string;

  @TextField({ optional: true, description: '3-digit branch code.' })
  branch_code?: string;

  @TextListField({ optional: true, description: 'Omitted when empty.', example: ['HKD'] })
  business_units?: string[];

  @TextListField({ optional: true, description: 'Omitted when empty.', example: ['HKD'] })
  currencies?: string[];

  @TextField({ optional: true, description: 'The customer app.' })
  customer_app_id?: string;

  @TextField({ optional: true, description: 'Institution ID.' })
  institution_id?: string;

  @TextField({ optional: true, description: 'Institution name.' })
  institution_name?: string;

  @TextField({ optional: true, description: 'Settlement accounts only.' })
  legal_entity_name?: string;

  @TextField({ optional: true, description: 'Settlement accounts only.' })
  settlement_account_reference?: string;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @TextField({ optional: true, description: 'Payment user ID of an external account.' })
  user_id?: string;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;

  @ObjectField(() => PaymentMethodOverview, {
    optional: true,
    description: 'Settlement accounts only.',
  })
  payment_method_overview?: PaymentMethodOverview;
}

export class ListPaymentAccountsQuery extends PageQuery {
  @EnumField(ACCOUNT_TYPES, { optional: true, description: 'Only accounts of this type.' })
  account_type?: AccountType;

  @CsvField(currencyCodes, { optional: true, description: 'Only accounts of these currencies.' })
  currencies?: string[];
}

export class ListPaymentAccountsResponse extends PageResponse {
  @ObjectListField(() => PaymentAccountResponse, { description: 'One page.' })
  payment_accounts: PaymentAccountResponse[];

  @IntegerField({ min: 0, description: 'How many match the filters.' })
  total: number;
}

/** All of them: there are no pages. */
export class ListUserPaymentAccountsResponse {
  @ObjectListField(() => PaymentAccountResponse, { description: 'Newest first.' })
  payment_accounts: PaymentAccountResponse[];
}
