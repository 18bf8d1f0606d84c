import {
  BooleanField,
  BooleanQueryField,
  DateField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import { DataAccount, DataAmount, DataResponse } from './account-data.dto.js';
import { PageQuery } from '../shared/page.dto.js';

export class CategoryPrediction {
  @TextListField({ description: 'What the rule says.', example: ['GROCERIES'] })
  categories: string[];

  @TextField({ description: 'What predicted it.', example: 'TRANSACTION_RULES' })
  source: string;

  @TextField({ description: 'The rule.', example: 'groceries' })
  source_id: string;
}

export class DataTransaction {
  @IdField({ description: 'The transaction; stays when it is posted.' })
  transaction_id: string;

  @IdField({ description: 'The account.' })
  account_id: string;

  @BooleanField({ description: 'Not posted yet.' })
  is_pending: boolean;

  @DateField({ optional: true, description: 'When it was posted.' })
  posted_date?: string;

  @InstantField({ optional: true, nullable: true, description: 'When it happened.' })
  transaction_time?: string | null;

  @ObjectField(() => DataAmount, { optional: true, description: 'Outflow negative.' })
  amount?: DataAmount;

  @ObjectField(() => DataAmount, { optional: true, description: 'Balance after it.' })
  running_balance?: DataAmount;

  @TextField({ optional: true, description: 'As the institution writes it.' })
  description?: string;

  @TextField({ optional: true, description: 'With enrichments: who was paid, or paid.' })
  merchant_name?: string;

  @TextField({ optional: true, description: 'Where it happened.' })
  location?: string;

  @TextField({ optional: true, description: 'Reference of the institution.' })
  transaction_reference?: string;

  @TextField({ optional: true, description: 'Always ACTIVE.' })
  transaction_state?: string;

  @TextField({ optional: true, description: 'CREDIT or DEBIT.' })
  transaction_type?: string;

  @TextField({ optional: true, description: 'PENDING or COMPLETED.' })
  status?: string;

  @TextListField({ optional: true, description: 'With enrichments.', example: ['TRANSFER'] })
  categories?: string[];

  @ObjectListField(() => CategoryPrediction, { optional: true, description: 'With enrichments.' })
  category_predictions?: CategoryPrediction[];

  @InstantField({ optional: true, description: 'First retrieval.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'Last change.' })
  updated_at?: string;
}

export class ListTransactionsQuery extends PageQuery {
  @BooleanQueryField({
    optional: true,
    default: false,
    description: 'Adds categories and merchant names.',
  })
  enrichments: boolean = false;
}

export class TransactionsResponse extends DataResponse {
  @ObjectListField(() => DataTransaction, { description: 'Newest first.' })
  transactions: DataTransaction[];

  @ObjectListField(() => DataAccount, { description: 'The accounts of the list.' })
  accounts: DataAccount[];

  @IntegerField({ description: 'Of the whole list, whatever the page.' })
  total_transactions: number;

  @TextField({ optional: true, description: 'Send it as after to get the next page.' })
  next_cursor?: string;
}
