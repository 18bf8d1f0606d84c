import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { BillId, PaymentUserId } from '@towpath/kernel';
import {
  FilteredList,
  type AppTx,
  type Lookup,
  oneRow,
  type AppScope,
  type WriteBatch,
} from '@towpath/persistence';
import { publishBillChanges } from '../bill.events.js';
import type { Bill } from '../bill.js';
import type { BillFilters, BillReference, ReferencedBill } from '../ports.js';
import {
  billFromRow,
  billKey,
  changingColumns,
  fixedColumns,
  type BillRow,
} from './bill.mapper.js';

const LIST = new FilteredList<BillFilters>({
  table: 'bills',
  id: 'bill_id',
  oneOf: { statuses: 'status', currencies: 'currency' },
  equal: { userId: 'user_id', externalUserId: 'external_user_id' },
});

const RESERVED = `SELECT pg_advisory_xact_lock(hashtextextended('bill ' || $1, 0))::text`;

const OF_ID = `SELECT to_jsonb(b) AS row FROM bills b WHERE customer_app_id = $1 AND bill_id = $2`;

@Injectable()
export class BillRepository {
  /**
   * Until the transaction ends, no other one receives this bill, or follows a payment of it. A lock
   * of the row is not enough: a payment may be reported while its bill arrives.
   */
  reservation(scope: AppScope, bill: ReferencedBill): Lookup<null> {
    return { sql: RESERVED, params: [reservationOf(scope, bill)], read: () => null };
  }

  /** Locked until the transaction ends. */
  ofSource(
    scope: AppScope,
    {
      integrationId,
      externalBillId,
    }: { readonly integrationId: string; readonly externalBillId: string },
  ): Lookup<Bill | null> {
    const sql = `SELECT to_jsonb(b) FROM bills b
      WHERE customer_app_id = $1 AND integration_id = $2 AND external_bill_id = $3 FOR UPDATE`;
    const params = [scope.customerApp.id, integrationId, externalBillId];
    return oneRow<BillRow, Bill>({ sql, params }, billFromRow);
  }

  find(tx: AppTx, billId: BillId): Promise<Bill | null> {
    return one(tx, OF_ID, [tx.customerApp.id, billId]);
  }

  /** Locked until the transaction ends. */
  lock(tx: AppTx, billId: BillId): Promise<Bill | null> {
    return one(tx, `${OF_ID} FOR UPDATE`, [tx.customerApp.id, billId]);
  }

  /** Reserved and locked until the transaction ends: two statements in one packet. */
  async lockOfReference(tx: AppTx, reference: BillReference): Promise<Bill | null> {
    const { userId, currency, referenceId } = reference;
    const sql = `SELECT to_jsonb(b) AS row FROM bills b WHERE customer_app_id = $1
      AND user_id = $2 AND currency = $3 AND bill_reference_id = $4 FOR UPDATE`;
    const [, bill] = await Promise.all([
      tx.prepared(RESERVED, [reservationOf(tx, reference)]),
      one(tx, sql, [tx.customerApp.id, userId, currency, referenceId]),
    ]);
    return bill;
  }

  /** Newest first; one more than requested, if it exists. */
  async list(tx: AppTx, filters: BillFilters, range: PageRange): Promise<Bill[]> {
    const rows = await LIST.page<BillRow>(tx, filters, { ...range, limit: range.limit + 1 });
    return rows.map(billFromRow);
  }

  /** Adds a new bill, or what changed of a stored one, to the batch. */
  save(batch: WriteBatch, bill: Bill): void {
    const { snapshot, changes } = bill;
    const key = billKey(snapshot);
    const [first] = changes;
    const columns = changingColumns(snapshot);
    if (first?.from === null) {
      batch.insert('bills', { ...key, ...fixedColumns(snapshot), ...columns });
    } else {
      const sequence = snapshot.sequence - changes.length;
      batch.update('bills', { ...key, sequence }, columns);
    }
    batch.history('bill_state_changes', key, changes);
    publishBillChanges(batch, bill);
  }

  /** Deletes texts that may identify the user from all bills of the user. */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      `UPDATE bills SET description = NULL, ext_metadata = NULL, metadata = NULL
       WHERE customer_app_id = $1 AND user_id = $2`,
      [tx.customerApp.id, userId],
    );
  }
}

function reservationOf(scope: AppScope, bill: ReferencedBill): string {
  const { externalUserId, currency, referenceId } = bill;
  return JSON.stringify([scope.customerApp.id, externalUserId, currency, referenceId]);
}

async function one(tx: AppTx, sql: string, params: readonly unknown[]): Promise<Bill | null> {
  const [found] = await tx.prepared<{ row: BillRow }>(sql, params);
  return found ? billFromRow(found.row) : null;
}
