import type { DataTransaction } from '@towpath/contracts/account-data';
import type { TransactionEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { enrich } from './domain/enrich.js';

/** A transaction as the interface shows it. */
export function transactionView(row: TransactionEntity, enrichments: boolean): DataTransaction {
  const { currency, running_balance: running } = row;
  const value = Number(row.amount);
  return {
    transaction_id: row.transaction_id,
    account_id: row.account_id,
    is_pending: row.is_pending,
    ...(row.posted_date === null ? {} : { posted_date: row.posted_date }),
    transaction_time: row.occurred_at.toISOString(),
    amount: { value, currency, ...(row.raw === null ? {} : { raw: row.raw }) },
    ...(running === null ? {} : { running_balance: { value: Number(running), currency } }),
    description: row.description,
    ...(row.location === null ? {} : { location: row.location }),
    ...(row.reference === null ? {} : { transaction_reference: row.reference }),
    transaction_state: 'ACTIVE',
    transaction_type: value < 0 ? 'DEBIT' : 'CREDIT',
    status: row.is_pending ? 'PENDING' : 'COMPLETED',
    ...(enrichments ? enrichedMembers(row.description, value > 0) : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function enrichedMembers(description: string, isInflow: boolean): Partial<DataTransaction> {
  const { categories, merchantName, ruleId } = enrich(description, isInflow);
  const list = [...categories];
  const prediction = { categories: list, source: 'TRANSACTION_RULES' };
  return {
    categories: list,
    ...(merchantName === undefined ? {} : { merchant_name: merchantName }),
    category_predictions: ruleId === undefined ? [] : [{ ...prediction, source_id: ruleId }],
  };
}
