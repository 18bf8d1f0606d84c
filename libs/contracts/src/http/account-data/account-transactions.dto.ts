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
  @TextListField({ description: 'Categories that the rule predicts.', example: ['GROCERIES'] })
  categories: string[];

  @TextField({ description: 'Kind of the prediction.', example: 'TRANSACTION_RULES' })
  source: string;

  @TextField({ description: 'ID of the rule that applied.', example: 'groceries' })
  source_id: string;
}

export class DataTransaction {
  @IdField({ description: 'Transaction ID. It stays the same when the transaction is posted.' })
  transaction_id: string;

  @IdField({ description: 'ID of the account.' })
  account_id: string;

  @BooleanField({ description: 'Whether the transaction is not posted yet.' })
  is_pending: boolean;

  @DateField({ optional: true, description: 'Day on which the transaction was posted.' })
  posted_date?: string;

  @InstantField({ optional: true, nullable: true, description: 'When the transaction happened.' })
  transaction_time?: string | null;

  @ObjectField(() => DataAmount, {
    optional: true,
    description: 'Amount of the transaction; outflows are negative.',
  })
  amount?: DataAmount;

  @ObjectField(() => DataAmount, {
    optional: true,
    description: 'Balance of the account after the transaction.',
  })
  running_balance?: DataAmount;

  @TextField({ optional: true, description: 'Description, as the institution writes it.' })
  description?: string;

  @TextField({
    optional: true,
    description: 'Name of the merchant. Present only with enrichments.',
  })
  merchant_name?: string;

  @TextField({ optional: true, description: 'Place of the transaction.' })
  location?: string;

  @TextField({ optional: true, description: 'Reference of the transaction at the institution.' })
  transaction_reference?: string;

  @TextField({ optional: true, description: 'State of the transaction: always ACTIVE.' })
  transaction_state?: string;

  @TextField({ optional: true, description: 'CREDIT for an inflow, DEBIT for an outflow.' })
  transaction_type?: string;

  @TextField({ optional: true, description: 'Status of the transaction: PENDING or COMPLETED.' })
  status?: string;

  @TextListField({
    optional: true,
    description: 'Categories of the transaction. Present only with enrichments.',
    example: ['TRANSFER'],
  })
  categories?: string[];

  @ObjectListField(() => CategoryPrediction, {
    optional: true,
    description: 'Rules behind the categories. Present only with enrichments.',
  })
  category_predictions?: CategoryPrediction[];

  @InstantField({ optional: true, description: 'When the transaction was first retrieved.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When the transaction last changed.' })
  updated_at?: string;
}

export class ListTransactionsQuery extends PageQuery {
  @BooleanQueryField({
    optional: true,
    default: false,
    description: 'Whether to add categories and merchant names.',
  })
  enrichments: boolean = false;
}

export class TransactionsResponse extends DataResponse {
  @ObjectListField(() => DataTransaction, {
    description: 'Transactions of this page, newest first.',
  })
  transactions: DataTransaction[];

  @ObjectListField(() => DataAccount, { description: 'Accounts of the transactions.' })
  accounts: DataAccount[];

  @IntegerField({ description: 'Number of transactions in the whole list, on all pages.' })
  total_transactions: number;

  @TextField({
    optional: true,
    description: 'Cursor of the next page: send it as after. Absent on the last page.',
  })
  next_cursor?: string;
}
