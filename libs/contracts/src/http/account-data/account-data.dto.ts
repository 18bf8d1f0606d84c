import {
  BooleanField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  NumberField,
  ObjectField,
  ObjectListField,
  OpenObjectListField,
  TextField,
} from '../../fields/index.js';
import { InstitutionSummary, ShortLoginIdentity } from './login-identity.dto.js';

export const BALANCE_SOURCES = ['INSTITUTION', 'COMPUTED'] as const;
export type BalanceSource = (typeof BALANCE_SOURCES)[number];

/** A decimal amount in major units. */
export class DataAmount {
  @NumberField({ description: 'In major units; outflow negative.', example: -12.5 })
  value: number;

  @TextField({ optional: true, description: 'ISO 4217 code.', example: 'HKD' })
  currency?: string;

  @TextField({ optional: true, description: 'As the institution shows it.' })
  raw?: string;
}

export class DataAccountType {
  @TextField({ description: 'UNKNOWN, DEPOSIT, CARD, INVESTMENT, LOAN or OTHER.' })
  type: string;

  @TextField({ description: 'CURRENT, SAVINGS, CREDIT_CARD …', example: 'CURRENT' })
  subtype: string;
}

export class DataAccount {
  @IdField({ description: 'The account.' })
  account_id: string;

  @TextField({ description: 'The same for the same account of this login identity.' })
  group_id: string;

  @TextField({ description: 'Name at the institution.', example: 'Current Account' })
  account_name: string;

  @BooleanField({ description: 'It sums up other accounts: leave it out of totals.' })
  is_parent: boolean;

  @BooleanField({ description: 'Closed at the institution.' })
  is_closed: boolean;

  @BooleanField({ description: 'Left out by the end-user.' })
  is_excluded: boolean;

  @MetadataField({ description: 'Empty for now.' })
  metadata: Record<string, string>;

  @TextField({ optional: true, description: 'Who holds it.' })
  account_holder_name?: string;

  @TextField({ optional: true, description: 'Name that the holder gave.' })
  account_nickname?: string;

  @TextField({ optional: true, description: 'As account_type.subtype.' })
  account_sub_type?: string;

  @TextField({ optional: true, description: 'Last four digits.', example: '••••0001' })
  account_number_masked?: string;

  @TextField({ optional: true, description: 'ISO 3166 alpha-3.', example: 'HKG' })
  country?: string;

  @TextField({ optional: true, description: 'ISO 4217 code.', example: 'HKD' })
  account_currency?: string;

  @ObjectField(() => DataAmount, { optional: true, description: 'With pending transactions.' })
  balance?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'At the last statement.' })
  statement_balance?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'Posted transactions alone.' })
  ledger_balance?: DataAmount;

  @ObjectField(() => DataAccountType, { optional: true, description: 'Kind of account.' })
  account_type?: DataAccountType;

  @InstantField({ optional: true, description: 'First retrieval.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'Last change.' })
  updated_at?: string;
}

/** The members about the login in every answer with data. */
export abstract class DataResponse {
  @ObjectField(() => ShortLoginIdentity, { description: 'The login that the data is of.' })
  login_identity: ShortLoginIdentity;

  @ObjectField(() => InstitutionSummary, { description: 'Where the data is from.' })
  institution: InstitutionSummary;
}

export class AccountsResponse extends DataResponse {
  @ObjectListField(() => DataAccount, { description: 'All accounts.' })
  accounts: DataAccount[];
}

export class AccountResponse extends DataResponse {
  @ObjectField(() => DataAccount, { description: 'The account.' })
  account: DataAccount;
}

export class DataAccountNumber {
  @IdField({ description: 'The account.' })
  account_id: string;

  @TextField({ description: 'As the institution writes it.' })
  raw: string;

  @TextField({ optional: true, description: 'Digits alone.' })
  number?: string;
}

export class AccountNumberResponse extends AccountResponse {
  @ObjectField(() => DataAccountNumber, { description: 'The number.' })
  account_number: DataAccountNumber;

  @OpenObjectListField({ description: 'How to pay to the account.' })
  payment_details: Record<string, unknown>[];
}

export class BalanceEntry {
  @DateField({ description: 'The day, at its end.' })
  date: string;

  @NumberField({ description: 'In major units.' })
  amount: number;

  @TextField({ description: 'ISO 4217 code.' })
  currency: string;
}

export class BalanceHistoryQuery {
  @EnumField(BALANCE_SOURCES, { optional: true, description: 'What the balances come from.' })
  source?: BalanceSource;
}

export class BalanceHistoryResponse extends AccountResponse {
  @ObjectListField(() => BalanceEntry, { description: 'Newest first.' })
  balance_history: BalanceEntry[];

  @EnumField(BALANCE_SOURCES, { description: 'What the balances come from.' })
  source: BalanceSource;
}
