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
  @TextListField('Categories that the rule predicts.', { example: ['GROCERIES'] })
  categories: string[];
  @TextField('Kind of the prediction.', { example: 'TRANSACTION_RULES' }) source: string;
  @TextField('ID of the rule that applied.', { example: 'groceries' }) source_id: string;
}

export class DataTransaction {
  @IdField('Transaction ID. It stays the same when the transaction is posted.')
  transaction_id: string;
  @IdField('ID of the account.') account_id: string;
  @BooleanField('Whether the transaction is not posted yet.') is_pending: boolean;
  @DateField('Day on which the transaction was posted.', { optional: true }) posted_date?: string;
  @InstantField('When the transaction happened.', { optional: true, nullable: true })
  transaction_time?: string | null;
  @ObjectField('Amount of the transaction; outflows are negative.', () => DataAmount, {
    optional: true,
  })
  amount?: DataAmount;
  @ObjectField('Balance of the account after the transaction.', () => DataAmount, {
    optional: true,
  })
  running_balance?: DataAmount;
  @TextField('Description, as the institution writes it.', { optional: true }) description?: string;
  @TextField('Name of the merchant. Present only with enrichments.', { optional: true })
  merchant_name?: string;
  @TextField('Place of the transaction.', { optional: true }) location?: string;
  @TextField('Reference of the transaction at the institution.', { optional: true })
  transaction_reference?: string;
  @TextField('State of the transaction: always ACTIVE.', { optional: true })
  transaction_state?: string;
  @TextField('CREDIT for an inflow, DEBIT for an outflow.', { optional: true })
  transaction_type?: string;
  @TextField('Status of the transaction: PENDING or COMPLETED.', { optional: true })
  status?: string;
  @TextListField('Categories of the transaction. Present only with enrichments.', {
    optional: true,
    example: ['TRANSFER'],
  })
  categories?: string[];
  @ObjectListField(
    'Rules behind the categories. Present only with enrichments.',
    () => CategoryPrediction,
    { optional: true },
  )
  category_predictions?: CategoryPrediction[];
  @InstantField('When the transaction was first retrieved.', { optional: true })
  created_at?: string;
  @InstantField('When the transaction last changed.', { optional: true }) updated_at?: string;
}

export class ListTransactionsQuery extends PageQuery {
  @BooleanQueryField('Whether to add categories and merchant names.', {
    optional: true,
    default: false,
  })
  enrichments: boolean = false;
}

export class TransactionsResponse extends DataResponse {
  @ObjectListField('Transactions of this page, newest first.', () => DataTransaction)
  transactions: DataTransaction[];
  @ObjectListField('Accounts of the transactions.', () => DataAccount) accounts: DataAccount[];
  @IntegerField('Number of transactions in the whole list, on all pages.')
  total_transactions: number;
  @TextField('Cursor of the next page: send it as after. Absent on the last page.', {
    optional: true,
  })
  next_cursor?: string;
}
