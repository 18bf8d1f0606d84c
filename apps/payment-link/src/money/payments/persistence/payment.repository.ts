import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { PaymentAttemptId, PaymentId, PaymentLinkId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  FilteredList,
  type AppTx,
  type PlannedStatement,
  type WriteBatch,
} from '@towpath/persistence';
import type { Payment } from '../domain/payment.js';
import type { PaymentState } from '../domain/payment.transitions.js';
import { publishPaymentChanges } from '../payment.events.js';
import type { KeptPayment, NamedPayments, PaymentFilters, PaymentPatch } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  paymentFromRow,
  paymentKey,
  type PaymentRow,
} from './payment.mapper.js';

const LIST = new FilteredList<PaymentFilters>({
  table: 'payments',
  id: 'payment_id',
  oneOf: { statuses: 'status', types: 'type', currencies: 'currency' },
  equal: {
    senderType: 'sender_type',
    userId: 'user_id',
    mandateId: 'mandate_id',
    institutionId: 'institution_id',
  },
});

/** What went back of a payment, is about to, or is disputed. */
const GONE = `(coalesce(amount_returned, 0) + refunds_total + disputed_total)`;
const LEFT = `(amount + surcharge_amount - ${GONE})`;

const DISPUTED = (is: string) => `EXISTS (SELECT FROM payment_disputes d
  WHERE d.customer_app_id = p.customer_app_id AND d.payment_id = p.payment_id AND ${is})`;

const ENDED = `('EXECUTED', 'FAILED', 'REVOKED', 'CANCELLED')`;

const ONE = 'SELECT to_jsonb(p) AS row FROM payments p WHERE customer_app_id = $1';
const BY_ID = byKey(`${ONE} AND payment_id = $2`);
const OF_ATTEMPT = byKey(`${ONE} AND attempt_id = $2`);
const OPEN_OF_LINK = byKey(`${ONE} AND payment_link_id = $2 AND status NOT IN ${ENDED}`);

@Injectable()
export class PaymentRepository {
  ofAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<Payment | null> {
    return one(tx, OF_ATTEMPT, attemptId);
  }

  /** The payment of a link that has no outcome yet; there is at most one. */
  openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<Payment | null> {
    return one(tx, OPEN_OF_LINK, paymentLinkId);
  }

  /** Newest first. */
  async ofReference(tx: AppTx, { userId, currency, reference }: NamedPayments): Promise<Payment[]> {
    const rows = await tx.query<{ row: PaymentRow }>(
      byKey(`SELECT to_jsonb(p) AS row FROM payments p WHERE customer_app_id = $1 AND user_id = $2
         AND external_transaction_reference = $3 AND currency = $4
       ORDER BY created_at DESC, payment_id DESC`),
      [tx.customerApp.id, userId, reference, currency],
    );
    return rows.map(({ row }) => paymentFromRow(row));
  }

  /** Newest first. One statement, so that a payment is seen with the refunds of one instant. */
  async keptOfReference(
    tx: AppTx,
    { userId, currency, reference }: NamedPayments,
  ): Promise<KeptPayment[]> {
    const rows = await tx.query<Omit<KeptPayment, 'payment'> & { row: PaymentRow }>(
      byKey(`SELECT to_jsonb(p) AS row, greatest(0, amount - ${GONE}) AS "keptAmount",
         refunds_total > 0 OR ${DISPUTED(`d.status = 'SETTLED' AND d.amount > 0`)} AS "isGivenBack",
         ${DISPUTED(`d.status = 'HELD'`)} AS "isDisputed"
       FROM payments p WHERE customer_app_id = $1 AND user_id = $2
         AND external_transaction_reference = $3 AND currency = $4
       ORDER BY created_at DESC, payment_id DESC`),
      [tx.customerApp.id, userId, reference, currency],
    );
    return rows.map(({ row, ...money }) => ({ payment: paymentFromRow(row), ...money }));
  }

  find(tx: AppTx, paymentId: PaymentId): Promise<Payment | null> {
    return one(tx, BY_ID, paymentId);
  }

  /**
   * Changes everything but the status and returns the changed payment; null for an unknown ID.
   * The sequence stays: the patch does not disturb a move that read the payment before.
   */
  async patch(
    tx: AppTx,
    paymentId: PaymentId,
    { metadata }: PaymentPatch,
  ): Promise<Payment | null> {
    if (metadata === undefined) return this.find(tx, paymentId);
    const [changed] = await tx.query<{ row: PaymentRow }>(
      byKey(`UPDATE payments p SET metadata = $3 WHERE customer_app_id = $1 AND payment_id = $2
       RETURNING to_jsonb(p) AS row`),
      [tx.customerApp.id, paymentId, metadata],
    );
    return changed ? paymentFromRow(changed.row) : null;
  }

  /**
   * Reserves an amount, or the whole rest, of an executed payment in one statement, so that two
   * refunds never take the same money. Null if less is left.
   *
   * @param asked minor units
   */
  async reserveRefund(
    tx: AppTx,
    paymentId: PaymentId,
    asked: number | null,
  ): Promise<{ payment: Payment; amount: number } | null> {
    const [reserved] = await tx.query<{ row: PaymentRow; amount: number }>(
      byKey(`UPDATE payments SET refunds_total = refunds_total + coalesce($3::bigint, ${LEFT})
       WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'EXECUTED'
         AND coalesce($3::bigint, ${LEFT}) BETWEEN 1 AND ${LEFT}
       RETURNING to_jsonb(new) AS row, new.refunds_total - old.refunds_total AS amount`),
      [tx.customerApp.id, paymentId, asked],
    );
    return reserved ? { payment: paymentFromRow(reserved.row), amount: reserved.amount } : null;
  }

  /** Gives a reserved amount back, minor units. */
  async releaseRefund(tx: AppTx, paymentId: PaymentId, amount: number): Promise<void> {
    await tx.query(
      byKey(`UPDATE payments SET refunds_total = refunds_total - $3
       WHERE customer_app_id = $1 AND payment_id = $2`),
      [tx.customerApp.id, paymentId, amount],
    );
  }

  /** The refundable amount of an executed payment, minor units; null if there is no payment. */
  async refundable(
    tx: AppTx,
    paymentId: PaymentId,
  ): Promise<{ status: PaymentState; left: number } | null> {
    const [found] = await tx.query<{ status: PaymentState; left: number }>(
      byKey(
        `SELECT status, ${LEFT} AS left FROM payments WHERE customer_app_id = $1 AND payment_id = $2`,
      ),
      [tx.customerApp.id, paymentId],
    );
    return found ?? null;
  }

  /** Locked until the transaction ends, with whether money of the payment went back. */
  async lockFunds(
    tx: AppTx,
    paymentId: PaymentId,
  ): Promise<{ payment: Payment; isReduced: boolean } | null> {
    const [found] = await tx.query<{ row: PaymentRow; isReduced: boolean }>(
      byKey(`SELECT to_jsonb(p) AS row, ${GONE} > 0 AS "isReduced" FROM payments p
       WHERE customer_app_id = $1 AND payment_id = $2 FOR UPDATE`),
      [tx.customerApp.id, paymentId],
    );
    return found ? { payment: paymentFromRow(found.row), isReduced: found.isReduced } : null;
  }

  /** Those of the IDs that there are, in no order. */
  async findAll(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Payment[]> {
    const rows = await tx.query<{ row: PaymentRow }>(
      byKey(`SELECT to_jsonb(p) AS row FROM payments p
       WHERE customer_app_id = $1 AND payment_id = ANY ($2)`),
      [tx.customerApp.id, paymentIds],
    );
    return rows.map(({ row }) => paymentFromRow(row));
  }

  /**
   * The payments that were executed in the half-open period: a page of their IDs, in order.
   * The time of the last change serves: only a direct debit changes after it was executed, and no
   * card gateway has it.
   */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
    { after, limit }: { readonly after: PaymentId | null; readonly limit: number },
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT payment_id FROM payments
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3
         AND ($4::text IS NULL OR payment_id > $4)
       ORDER BY payment_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map((row) => row.payment_id);
  }

  async list(
    tx: AppTx,
    filters: PaymentFilters,
    range: PageRange,
  ): Promise<{ payments: Payment[]; total: number }> {
    const { rows, total } = await LIST.counted<PaymentRow>(tx, filters, range);
    return { payments: rows.map(paymentFromRow), total };
  }

  /** Adds a new payment, or the moves of a stored one, to the batch. */
  save(batch: WriteBatch, payment: Payment): void {
    const [first] = payment.changes;
    if (!first) return;
    const key = paymentKey(payment);
    const columns = changingColumns(payment);
    if (first.from === null) {
      batch.insert('payments', { ...key, ...fixedColumns(payment), ...columns });
    } else {
      batch.update('payments', { ...key, sequence: first.sequence - 1 }, columns);
    }
    batch.history('payment_state_changes', key, payment.changes);
    publishPaymentChanges(batch, payment);
  }
}

async function one(tx: AppTx, statement: PlannedStatement, id: string): Promise<Payment | null> {
  const [found] = await tx.query<{ row: PaymentRow }>(statement, [tx.customerApp.id, id]);
  return found ? paymentFromRow(found.row) : null;
}
