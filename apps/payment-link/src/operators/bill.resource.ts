import { Injectable } from '@nestjs/common';
import { seenBy, type SearchTerm } from '@towpath/contracts/operator';
import { BillResponse } from '@towpath/contracts/payment-link';
import { Transactions, type OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns } from '@towpath/service';
import { bills, type BillSnapshot } from '../money/bills/bill.table.js';
import { BillsReads } from '../money/bills/bills.reads.js';
import { relatedRows, relatedTo } from './related.js';

/** Bills for operators. Their payments are resources of their own. */
@Injectable()
export class BillResource extends OperatedResource<BillSnapshot> {
  readonly kind = 'bill';
  readonly table = bills;
  readonly view = seenBy(BillResponse, {
    viewer: [
      'bill_id',
      'external_bill_id',
      'user_id',
      'customer_app_id',
      'integration_id',
      'bill_date',
      'due_date',
      'created_at',
      'updated_at',
      'status',
      'details.total_amount_due',
      'details.currency',
      'details.bill_reference_id',
      'integration_metadata.integration_id',
      'is_autopay_eligible',
    ],
    operator: ['external_user_id', 'details.description', 'sender_details.name'],
  });
  readonly columns = {
    createdAt: 'created_at',
    status: 't.status',
    amount: 't.amount',
    currency: 't.currency',
  };

  constructor(
    private readonly db: Transactions,
    private readonly reads: BillsReads,
  ) {
    super();
  }

  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, { reference: ['external_bill_id', 'bill_reference_id'] });
  }

  listed({ status, amount, currency, integrationId, dueDate, ...row }: BillSnapshot) {
    const due = dueDate ? `, due ${dueDate.toISOString().slice(0, 10)}` : '';
    const { createdAt, updatedAt } = row;
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, amount, currency, summary: `${integrationId}${due}`, ...at };
  }

  body(row: BillSnapshot) {
    return this.db.forApp(row.customerAppId, (tx) => this.reads.body(tx, row), { readOnly: true });
  }

  async related(row: BillSnapshot, reads: OperatorQuery) {
    const { customerAppId, userId, currency, referenceId } = row;
    const where = {
      customer_app_id: customerAppId,
      user_id: userId,
      external_transaction_reference: referenceId,
      currency,
    };
    const paid = { table: 'payments', idColumn: 'payment_id', where };
    return [
      ...relatedTo(customerAppId, [['payment_user', 'payer', userId]]),
      ...(await relatedRows(reads, { kind: 'payment', as: 'payment' }, paid)),
    ];
  }
}
