import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId, PaymentAttemptId, PaymentId, PayoutId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  type AppTx,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import { Refund, type RefundId } from '../domain/refund.js';
import { publishRefundChanges } from '../refund.events.js';
import type { RefundEntity } from './refund.entity.js';

type RefundRow = JsonRow<RefundEntity>;

@Injectable()
export class RefundRepository {
  /** The refund of unexpected money; at most one per attempt. */
  async unexpectedOf(tx: AppTx, attemptId: PaymentAttemptId): Promise<Refund | null> {
    const [found] = await tx.query<{ row: RefundRow }>(
      byKey(`SELECT to_jsonb(r) AS row FROM refunds r
       WHERE customer_app_id = $1 AND attempt_id = $2 AND kind = 'UNEXPECTED_MONEY'`),
      [tx.customerApp.id, attemptId],
    );
    return found ? refundFromRow(found.row) : null;
  }

  async find(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    const [found] = await tx.query<{ row: RefundRow }>(byKey(ONE), [tx.customerApp.id, refundId]);
    return found ? refundFromRow(found.row) : null;
  }

  async lock(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    const params = [tx.customerApp.id, refundId];
    const [found] = await tx.query<{ row: RefundRow }>(byKey(`${ONE} FOR UPDATE`), params);
    return found ? refundFromRow(found.row) : null;
  }

  /** The refund that the payout sends, locked; most payouts send none. */
  async lockSentBy(tx: AppTx, payoutId: PayoutId): Promise<Refund | null> {
    const [found] = await tx.query<{ row: RefundRow }>(
      byKey(`SELECT to_jsonb(r) AS row FROM refunds r
       WHERE customer_app_id = $1 AND payout_id = $2 FOR UPDATE`),
      [tx.customerApp.id, payoutId],
    );
    return found ? refundFromRow(found.row) : null;
  }

  /** Locks the undecided refunds of the charge with this reference at its gateway. */
  async lockOpenOf(tx: AppTx, chargeReference: string): Promise<Refund[]> {
    const rows = await tx.query<{ row: RefundRow }>(
      byKey(`SELECT to_jsonb(r) AS row FROM refunds r
       WHERE customer_app_id = $1 AND status = 'SUBMITTED' AND charge ->> 'reference' = $2
       ORDER BY refund_id FOR UPDATE`),
      [tx.customerApp.id, chargeReference],
    );
    return rows.map(({ row }) => refundFromRow(row));
  }

  /** One page of the refunds of a payment, newest first, and how many it has. */
  async listOf(
    tx: AppTx,
    paymentId: PaymentId,
    { offset, limit, after }: PageRange,
  ): Promise<{ readonly refunds: readonly Refund[]; readonly total: number }> {
    const params = [tx.customerApp.id, paymentId];
    const rows = await tx.query<{ row: RefundRow }>(
      byValues(`SELECT to_jsonb(r) AS row FROM refunds r WHERE customer_app_id = $1 AND payment_id = $2
         AND ($3::timestamptz IS NULL OR (created_at, refund_id) < ($3, $4))
       ORDER BY created_at DESC, refund_id DESC OFFSET $5 LIMIT $6`),
      [...params, after?.createdAt ?? null, after?.id ?? null, offset, limit],
    );
    const [count] = await tx.query<{ total: number }>(
      byValues(
        `SELECT count(*) AS total FROM refunds WHERE customer_app_id = $1 AND payment_id = $2`,
      ),
      params,
    );
    return { refunds: rows.map(({ row }) => refundFromRow(row)), total: count?.total ?? 0 };
  }

  async ofPayments(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Refund[]> {
    const rows = await tx.query<{ row: RefundRow }>(
      byKey(`SELECT to_jsonb(r) AS row FROM refunds r WHERE customer_app_id = $1 AND payment_id = ANY ($2)
       ORDER BY created_at, refund_id`),
      [tx.customerApp.id, paymentIds],
    );
    return rows.map(({ row }) => refundFromRow(row));
  }

  /** Payments with a refund that was executed in the half-open period. */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT DISTINCT payment_id FROM refunds
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3`),
      [tx.customerApp.id, from, to],
    );
    return rows.map((row) => row.payment_id);
  }

  /** Adds a new refund, or the moves of a stored one, to the batch. */
  save(batch: WriteBatch, refund: Refund): void {
    const [first] = refund.changes;
    const { snapshot } = refund;
    const key = { customer_app_id: snapshot.customerAppId, refund_id: snapshot.refundId };
    const changing = changingColumns(refund);
    if (first?.from === null) {
      batch.insert('refunds', { ...key, ...fixedColumns(refund), ...changing });
    } else {
      const known = first ? first.sequence - 1 : snapshot.sequence;
      batch.update('refunds', { ...key, sequence: known }, changing);
    }
    batch.history('refund_state_changes', key, refund.changes);
    publishRefundChanges(batch, refund);
  }
}

const ONE = `SELECT to_jsonb(r) AS row FROM refunds r
  WHERE customer_app_id = $1 AND refund_id = $2`;

function changingColumns({ snapshot }: Refund): Row {
  return {
    status: snapshot.status,
    failure: snapshot.failure,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

function fixedColumns({ snapshot }: Refund): Row {
  const { paymentLinkId, userId, externalUserId, recipientAccountId, metadata } = snapshot;
  return {
    payment_id: snapshot.paymentId,
    attempt_id: snapshot.attemptId,
    kind: snapshot.kind,
    charge: snapshot.charge,
    payout_id: snapshot.payoutId,
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
    attemptId: row.attempt_id as PaymentAttemptId | null,
    kind: row.kind,
    charge: row.charge,
    payoutId: row.payout_id as PayoutId | null,
    failure: row.failure,
    followUpAt: dateFromJsonOrNull(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    status: row.status,
    sequence: row.sequence,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}
