import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId, PaymentId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  type AppTx,
  dateFromJson,
  type JsonRow,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import type { MandateIdQuery } from '../../../mandates/mandates/ports.js';
import { DirectDebit, type DirectDebitSnapshot } from '../domain/direct-debit.js';
import type { CollectedPage } from '../ports.js';
import type { DirectDebitEntity } from './direct-debit.entity.js';

type DirectDebitRow = JsonRow<DirectDebitEntity>;

@Injectable()
export class DirectDebitRepository {
  async find(tx: AppTx, paymentId: PaymentId): Promise<DirectDebit | null> {
    const [found] = await tx.query<{ row: DirectDebitRow }>(
      byKey(`SELECT to_jsonb(d) AS row FROM direct_debits d
       WHERE customer_app_id = $1 AND payment_id = $2`),
      [tx.customerApp.id, paymentId],
    );
    return found ? debitFromRow(found.row) : null;
  }

  /** The mandate of the charge, which never changes. */
  mandateOf(tx: AppTx, paymentId: PaymentId): MandateIdQuery {
    const sql = `SELECT mandate_id FROM direct_debits
      WHERE customer_app_id = $1 AND payment_id = $2`;
    return { sql, params: [tx.customerApp.id, paymentId] };
  }

  async findAll(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<DirectDebit[]> {
    const rows = await tx.query<{ row: DirectDebitRow }>(
      byKey(`SELECT to_jsonb(d) AS row FROM direct_debits d
       WHERE customer_app_id = $1 AND payment_id = ANY ($2)`),
      [tx.customerApp.id, paymentIds],
    );
    return rows.map(({ row }) => debitFromRow(row));
  }

  /** A page of those at a bank, or at any, whose money came or went back in a period; by payment. */
  async collectedBetween(
    tx: AppTx,
    integrationId: string | null,
    { from, to, after, limit }: CollectedPage,
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT payment_id FROM direct_debits
       WHERE customer_app_id = $1 AND ($2::text IS NULL OR integration_id = $2)
         AND status IN ('EXECUTED', 'RETURNED')
         AND updated_at >= $3 AND updated_at < $4 AND ($5::text IS NULL OR payment_id > $5)
       ORDER BY payment_id LIMIT $6`),
      [tx.customerApp.id, integrationId, from, to, after, limit],
    );
    return rows.map((row) => row.payment_id);
  }

  /** Adds a new debit, or the changes of one under the lock of its mandate, to the batch. */
  save(batch: WriteBatch, debit: DirectDebit): void {
    const { snapshot, changes } = debit;
    const key = { customer_app_id: snapshot.customerAppId, payment_id: snapshot.paymentId };
    const columns = changingColumns(snapshot);
    if (changes[0]?.from === null) {
      batch.insert('direct_debits', { ...key, ...fixedColumns(snapshot), ...columns });
    } else {
      batch.update('direct_debits', key, columns);
    }
    batch.history('direct_debit_state_changes', key, changes);
  }

  /** Those of a mandate that the bank has still to decide are due to be asked now. */
  async wakeAllOf(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(
      byValues(`UPDATE direct_debits SET follow_up_at = $3, follow_ups_asked = 0
       WHERE customer_app_id = $1 AND mandate_id = $2 AND status IN ('RESERVED', 'SUBMITTED')`),
      [tx.customerApp.id, mandateId, tx.now],
    );
  }
}

function debitFromRow(row: DirectDebitRow): DirectDebit {
  return DirectDebit.restore({
    paymentId: row.payment_id as PaymentId,
    customerAppId: row.customer_app_id as CustomerAppId,
    mandateId: row.mandate_id as MandateId,
    integrationId: row.integration_id,
    amount: row.amount,
    currency: row.currency,
    periodStart: row.period_start,
    status: row.status,
    sequence: row.sequence,
    reserved: row.reserved,
    failure: row.failure,
    reason: row.bank_reason,
    bankTransactionReference: row.bank_transaction_reference,
    processorDetails: row.processor_details,
    followUpAt: row.follow_up_at === null ? null : dateFromJson(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

function fixedColumns(snapshot: DirectDebitSnapshot): Row {
  return {
    mandate_id: snapshot.mandateId,
    integration_id: snapshot.integrationId,
    amount: snapshot.amount,
    currency: snapshot.currency,
    period_start: snapshot.periodStart,
    created_at: snapshot.createdAt,
  };
}

function changingColumns(snapshot: DirectDebitSnapshot): Row {
  return {
    status: snapshot.status,
    reserved: snapshot.reserved,
    failure: snapshot.failure,
    bank_reason: snapshot.reason,
    bank_transaction_reference: snapshot.bankTransactionReference,
    processor_details: snapshot.processorDetails,
    sequence: snapshot.sequence,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
    updated_at: snapshot.updatedAt,
  };
}
