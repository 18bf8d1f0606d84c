import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import {
  byKey,
  type AppTx,
  dateFromJson,
  type JsonRow,
  type WriteBatch,
} from '@towpath/persistence';
import { DisputeHold } from '../domain/dispute-hold.js';
import type { DisputedMoney, ShortDisputes } from '../ports.js';
import type { PaymentDisputeEntity } from './payment-dispute.entity.js';

type HoldRow = JsonRow<PaymentDisputeEntity>;

interface MoneyRow {
  readonly account: PaymentAccountId;
  readonly currency: string;
  readonly paid: number;
  readonly given_back: number;
  readonly held: number;
  readonly settled: number;
  readonly hold: HoldRow | null;
}

/**
 * Every dispute locks its payment first, as every refund does: what another one holds is seen by
 * the look after it.
 */
const LOCK = byKey(`SELECT 1 FROM payments
  WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'EXECUTED' FOR UPDATE`);
const MONEY = byKey(`SELECT p.recipient_account_id AS account, p.currency,
    p.amount + p.surcharge_amount AS paid,
    (coalesce(p.amount_returned, 0) + p.refunds_total) AS given_back,
    coalesce((SELECT sum(amount) FROM payment_disputes d WHERE d.customer_app_id = $1
      AND d.payment_id = $2 AND d.dispute_id <> $3 AND d.status = 'HELD'), 0)::bigint AS held,
    coalesce((SELECT sum(amount) FROM payment_disputes d WHERE d.customer_app_id = $1
      AND d.payment_id = $2 AND d.dispute_id <> $3 AND d.status = 'SETTLED'), 0)::bigint AS settled,
    (SELECT to_jsonb(d) FROM payment_disputes d
      WHERE d.customer_app_id = $1 AND d.dispute_id = $3) AS hold
  FROM payments p WHERE p.customer_app_id = $1 AND p.payment_id = $2`);

/** Oldest first. The caller has locked the payment before. */
const SHORT = byKey(`SELECT (p.amount + p.surcharge_amount - coalesce(p.amount_returned, 0)
      - p.refunds_total - p.disputed_total)::bigint AS free, p.disputed_total AS total,
    (SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.dispute_id), '[]') FROM payment_disputes d
      WHERE d.customer_app_id = $1 AND d.payment_id = $2
        AND d.status <> 'RELEASED' AND d.amount < d.asked) AS holds
  FROM payments p WHERE p.customer_app_id = $1 AND p.payment_id = $2`);

@Injectable()
export class PaymentDisputeRepository {
  /** With the payment locked; null when there is none that was executed. */
  async lock(
    tx: AppTx,
    { paymentId, disputeId }: { readonly paymentId: PaymentId; readonly disputeId: DisputeId },
  ): Promise<DisputedMoney | null> {
    const locked = await tx.query(LOCK, [tx.customerApp.id, paymentId]);
    if (locked.length === 0) return null;
    const [row] = await tx.query<MoneyRow>(MONEY, [tx.customerApp.id, paymentId, disputeId]);
    return row
      ? {
          recipientAccountId: row.account,
          currency: row.currency,
          paid: row.paid,
          givenBack: row.given_back,
          heldElsewhere: row.held,
          settledElsewhere: row.settled,
          hold: row.hold && holdFromRow(row.hold),
        }
      : null;
  }

  /** Disputes that have less than their disputed amount; the caller has locked the payment. */
  async short(tx: AppTx, paymentId: PaymentId): Promise<ShortDisputes | null> {
    const [row] = await tx.query<{ free: number; total: number; holds: HoldRow[] }>(SHORT, [
      tx.customerApp.id,
      paymentId,
    ]);
    return row ? { ...row, holds: row.holds.map(holdFromRow) } : null;
  }

  /** Adds a new dispute, or the changes of a stored one. */
  save(batch: WriteBatch, hold: DisputeHold): void {
    const { changes, snapshot } = hold;
    const known = changes[0] ? changes[0].sequence - 1 : snapshot.sequence;
    const key = { customer_app_id: snapshot.customerAppId, dispute_id: snapshot.disputeId };
    const changing = {
      status: snapshot.status,
      asked: snapshot.asked,
      amount: snapshot.money.amount,
      fee: snapshot.money.fee,
      sequence: snapshot.sequence,
      updated_at: snapshot.updatedAt,
    };
    if (hold.isNew) {
      batch.insert('payment_disputes', {
        ...key,
        payment_id: snapshot.paymentId,
        recipient_account_id: snapshot.recipientAccountId,
        currency: snapshot.currency,
        created_at: snapshot.createdAt,
        ...changing,
      });
    } else {
      batch.update('payment_disputes', { ...key, sequence: known }, changing);
    }
    batch.history('payment_dispute_state_changes', key, changes);
  }

  /**
   * Adds the sum that all disputes of the payment hold or have taken, which no refund may return.
   *
   * @param total minor units
   */
  saveTotal(
    batch: WriteBatch,
    { customerAppId, paymentId }: DisputeHold['snapshot'],
    total: number,
  ): void {
    const key = { customer_app_id: customerAppId, payment_id: paymentId };
    batch.update('payments', key, { disputed_total: total });
  }

  /** The latest dispute of each payment that has one. */
  async latestOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, DisputeId>> {
    const rows = await tx.query<{ payment_id: PaymentId; dispute_id: DisputeId }>(
      byKey(`SELECT payment_id, max(dispute_id) AS dispute_id FROM payment_disputes
       WHERE customer_app_id = $1 AND payment_id = ANY ($2) GROUP BY payment_id`),
      [tx.customerApp.id, paymentIds],
    );
    return new Map(rows.map((row) => [row.payment_id, row.dispute_id]));
  }
}

function holdFromRow(row: HoldRow): DisputeHold {
  return DisputeHold.restore({
    customerAppId: row.customer_app_id as CustomerAppId,
    disputeId: row.dispute_id as DisputeId,
    paymentId: row.payment_id as PaymentId,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    currency: row.currency,
    status: row.status,
    asked: row.asked,
    money: { amount: row.amount, fee: row.fee },
    sequence: row.sequence,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}
