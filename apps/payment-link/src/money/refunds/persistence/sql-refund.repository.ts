import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAttemptId, PaymentId } from '@towpath/kernel';
import type { AppTx, Row, WriteBatch } from '@towpath/persistence';
import { instantOf, type JsonRow } from '../../../persistence/json-row.js';
import { oneRow, type Lookup, type Tenant } from '../../../persistence/read-together.js';
import { Refund, type RefundId } from '../domain/refund.js';
import { RefundRepository } from '../ports.js';
import { publishRefundChanges } from '../refund.events.js';
import type { RefundEntity } from './refund.entity.js';

type RefundRow = JsonRow<RefundEntity>;

@Injectable()
export class SqlRefundRepository extends RefundRepository {
  override unexpectedOf(tenant: Tenant, attemptId: PaymentAttemptId): Lookup<Refund | null> {
    const sql = `SELECT to_jsonb(r) FROM refunds r
      WHERE customer_app_id = $1 AND attempt_id = $2 AND kind = 'UNEXPECTED_MONEY'`;
    const params = [tenant.customerApp.id, attemptId];
    return oneRow<RefundRow, Refund>({ sql, params }, refundFromRow);
  }

  override async ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Refund[]> {
    const rows = await tx.prepared<{ row: RefundRow }>(
      `SELECT to_jsonb(r) AS row FROM refunds r WHERE customer_app_id = $1 AND payment_id = ANY ($2)
       ORDER BY created_at, refund_id`,
      [tx.customerApp.id, paymentIds],
    );
    return rows.map(({ row }) => refundFromRow(row));
  }

  override async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      `SELECT DISTINCT payment_id FROM refunds
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3`,
      [tx.customerApp.id, from, to],
    );
    return rows.map((row) => row.payment_id);
  }

  override save(batch: WriteBatch, refund: Refund): void {
    const [first] = refund.changes;
    if (!first) return;
    const { snapshot } = refund;
    const key = { customer_app_id: snapshot.customerAppId, refund_id: snapshot.refundId };
    const changing = {
      status: snapshot.status,
      sequence: snapshot.sequence,
      updated_at: snapshot.updatedAt,
    };
    if (first.from === null) batch.insert('refunds', { ...key, ...fixed(refund), ...changing });
    else batch.update('refunds', { ...key, sequence: first.sequence - 1 }, changing);
    batch.history('refund_state_changes', key, refund.changes);
    publishRefundChanges(batch, refund);
  }
}

function fixed({ snapshot }: Refund): Row {
  const { paymentLinkId, userId, externalUserId, recipientAccountId, metadata } = snapshot;
  return {
    payment_id: snapshot.paymentId,
    attempt_id: snapshot.attemptId,
    kind: 'UNEXPECTED_MONEY',
    amount: snapshot.amount,
    currency: snapshot.currency,
    reason: snapshot.reason,
    facts: { paymentLinkId, userId, externalUserId, recipientAccountId, metadata },
    created_at: snapshot.createdAt,
  };
}

function refundFromRow(row: RefundRow): Refund {
  return Refund.restore({
    ...row.facts,
    refundId: row.refund_id as RefundId,
    customerAppId: row.customer_app_id as CustomerAppId,
    paymentId: row.payment_id as PaymentId,
    attemptId: row.attempt_id as PaymentAttemptId,
    status: row.status,
    sequence: row.sequence,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    createdAt: instantOf(row.created_at),
    updatedAt: instantOf(row.updated_at),
  });
}
