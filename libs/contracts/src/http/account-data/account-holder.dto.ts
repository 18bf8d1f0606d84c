import {
  BooleanQueryField,
  DateField,
  IdField,
  InstantField,
  IntegerField,
  NumberField,
  ObjectField,
  ObjectListField,
  OpenObjectListField,
  TextField,
  UrlField,
} from '../../fields/index.js';
import { DataAmount, DataResponse } from './account-data.dto.js';

export class RewardsBalance {
  @NumberField({ description: 'Points.' })
  value: number;

  @TextField({ optional: true, description: 'What the points are called.' })
  unit?: string;

  @TextField({ optional: true, description: 'As the institution shows it.' })
  raw?: string;
}

/** The amounts that a card and the total of all cards share. */
export class CardTotal {
  @ObjectField(() => DataAmount, { optional: true, description: 'Debt is negative.' })
  current_balance?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'Still to be paid.' })
  payment_due_amount?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'Of the last statement.' })
  statement_due_amount?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'The limit.' })
  total_credit_limit?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'What is left of it.' })
  available_credit_limit?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'At least to be paid.' })
  minimum_payment_due?: DataAmount;

  @ObjectListField(() => RewardsBalance, { optional: true, description: 'Points.' })
  rewards_balances?: RewardsBalance[];

  @InstantField({ optional: true, description: 'Last retrieval.' })
  updated_at?: string;
}

export class CardAccount extends CardTotal {
  @IdField({ description: 'The account.' })
  account_id: string;

  @TextField({ optional: true, description: 'Name at the institution.' })
  account_name?: string;

  @TextField({ optional: true, description: 'Last four digits.' })
  account_number_masked?: string;

  @TextField({ optional: true, description: 'CREDIT_CARD or DEBIT_CARD.' })
  account_type?: string;

  @DateField({ optional: true, description: 'When the statement is to be paid.' })
  statement_payment_due_date?: string;

  @DateField({ optional: true, description: 'When the next payment is due.' })
  next_payment_due_date?: string;

  @DateField({ optional: true, description: 'Of the last statement.' })
  statement_date?: string;

  @DateField({ optional: true, description: 'Of the last payment.' })
  last_payment_date?: string;

  @ObjectField(() => DataAmount, { optional: true, description: 'The last payment.' })
  last_payment_amount?: DataAmount;
}

export class CardData {
  @ObjectListField(() => CardAccount, { description: 'Each card.' })
  card_accounts: CardAccount[];

  @ObjectField(() => CardTotal, { description: 'All cards of the first currency.' })
  card_total: CardTotal;
}

export class CardDetailsResponse extends DataResponse {
  @ObjectField(() => CardData, { description: 'Cards and their total.' })
  card_details: CardData;
}

export class DataStatement {
  @IdField({ description: 'The statement.' })
  id: string;

  @DateField({ optional: true, description: 'Last day of its period.' })
  date?: string;

  @TextField({ optional: true, description: 'Its title.' })
  name?: string;

  @InstantField({ optional: true, description: 'First retrieval.' })
  created_at?: string;
}

export class StatementsResponse extends DataResponse {
  @ObjectListField(() => DataStatement, { description: 'Newest first.' })
  statements: DataStatement[];
}

export class FileQuery {
  @BooleanQueryField({
    optional: true,
    default: true,
    description: 'false answers the link as JSON instead of a redirect.',
  })
  redirect: boolean = true;
}

export class StatementLink {
  @UrlField({ description: 'Signed; opens the file without a token.' })
  url: string;

  @InstantField({ optional: true, description: 'When the link ends.' })
  expiry?: string;

  @IdField({ description: 'The statement.' })
  statement_id: string;
}

export class StatementLinksResponse {
  @ObjectListField(() => StatementLink, { description: 'One link.' })
  statement_links: StatementLink[];
}

export class CompositeStatementResponse {
  @UrlField({ description: 'Signed; opens the file without a token.' })
  url: string;

  @InstantField({ description: 'When the link ends.' })
  expiry: string;
}

/**
 * Members by entry as the interface lists them; members that the institution does not provide are
 * absent.
 */
export class IdentityData {
  @OpenObjectListField({ description: 'full_name, first_name, last_name, other_name.' })
  names: Record<string, unknown>[];

  @OpenObjectListField({ description: 'full_address, street_name, city, country …' })
  addresses: Record<string, unknown>[];

  @OpenObjectListField({ description: 'email, masked_email.' })
  emails: Record<string, unknown>[];

  @OpenObjectListField({ description: 'mobile_phone, other_phone, masked_phone.' })
  phone_numbers: Record<string, unknown>[];

  @OpenObjectListField({ description: 'date_of_birth, masked_date_of_birth.' })
  date_of_births: Record<string, unknown>[];
}

export class IdentityResponse extends DataResponse {
  @ObjectField(() => IdentityData, { description: 'Who holds the login.' })
  identity: IdentityData;
}

export class IncomeEstimate {
  @NumberField({ description: 'In major units.' })
  amount: number;

  @TextField({ description: 'ISO 4217 code.' })
  currency: string;
}

export class MonthlyIncome {
  @ObjectField(() => IncomeEstimate, { description: 'Income of the month.' })
  estimated_income: IncomeEstimate;

  @IntegerField({ description: '1 to 12.' })
  month: number;

  @IntegerField({ description: 'The year.' })
  year: number;
}

export class IncomeTotal {
  @ObjectField(() => IncomeEstimate, { optional: true, description: 'Typical month.' })
  estimated_monthly_income?: IncomeEstimate;

  @IntegerField({ description: 'Payments that count as income.' })
  transaction_count: number;

  @ObjectListField(() => MonthlyIncome, { description: 'Newest first.' })
  monthly_history: MonthlyIncome[];
}

export class IncomeStream extends IncomeTotal {
  @IdField({ description: 'The account that it is paid to.' })
  account_id: string;
}

export class SingleSourceIncome {
  @ObjectListField(() => IncomeStream, { description: 'By payer and account.' })
  income_streams: IncomeStream[];

  @ObjectField(() => IncomeTotal, { description: 'All streams.' })
  income_total: IncomeTotal;

  @TextField({ description: 'What it is estimated from.', example: 'DEPOSITS_ANALYSIS' })
  source: string;

  @TextField({ description: 'The login identity.' })
  source_id: string;
}

export class IncomeResponse extends DataResponse {
  @ObjectListField(() => SingleSourceIncome, { description: 'One entry by currency.' })
  income: SingleSourceIncome[];
}
