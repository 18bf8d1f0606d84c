import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import {
  type AppTx,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import { MandateCharge } from '../mandate-charge.js';
import type { MandateChargeEntity } from './mandate-charge.entity.js';

type MandateChargeRow = JsonRow<MandateChargeEntity>;

@Injectable()
export class MandateChargeRepository {
  /** Locks the charge and its payment until the transaction ends. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<MandateCharge | null> {
    const [found] = await tx.prepared<{ row: MandateChargeRow }>(
      `SELECT to_jsonb(c) AS row FROM mandate_charges c
       WHERE customer_app_id = $1 AND payment_id = $2 FOR UPDATE`,
      [tx.customerApp.id, paymentId],
    );
    return found ? chargeFromRow(found.row) : null;
  }

  /** Like `lock`, for the charges that exist, always in one order to prevent deadlocks. */
  async lockAll(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, MandateCharge>> {
    const rows = await tx.prepared<{ row: MandateChargeRow }>(
      `SELECT to_jsonb(c) AS row FROM mandate_charges c
       WHERE customer_app_id = $1 AND payment_id = ANY ($2) ORDER BY payment_id FOR UPDATE`,
      [tx.customerApp.id, paymentIds],
    );
    const charges = rows.map(({ row }) => chargeFromRow(row));
    return new Map(charges.map((charge) => [charge.snapshot.paymentId, charge]));
  }

  /** The payer's account at the bank; null when it is not known, or there is no charge. */
  async chargedAccount(tx: AppTx, paymentId: PaymentId): Promise<PaymentAccountId | null> {
    const [found] = await tx.prepared<{ account_id: PaymentAccountId | null }>(
      `SELECT bank ->> 'senderAccountId' AS account_id FROM mandate_charges
       WHERE customer_app_id = $1 AND payment_id = $2`,
      [tx.customerApp.id, paymentId],
    );
    return found?.account_id ?? null;
  }

  /** Adds a new charge to the batch. */
  add(batch: WriteBatch, charge: MandateCharge): void {
    const { mandateId, amount, currency, payment, bank, createdAt } = charge.snapshot;
    batch.insert('mandate_charges', {
      ...keyOf(charge),
      ...changingColumns(charge),
      mandate_id: mandateId,
      amount,
      currency,
      payment,
      bank,
      created_at: createdAt,
    });
  }

  /** Adds the changes of a locked charge to the batch. */
  save(batch: WriteBatch, charge: MandateCharge): void {
    batch.update('mandate_charges', keyOf(charge), changingColumns(charge));
  }

  /** Deletes a charge that mandate certainly never received. */
  async forget(tx: AppTx, paymentId: PaymentId): Promise<void> {
    await tx.prepared(
      `DELETE FROM mandate_charges
       WHERE customer_app_id = $1 AND payment_id = $2 AND status = 'STARTED'
         AND follow_ups_asked = 0`,
      [tx.customerApp.id, paymentId],
    );
  }
}

function chargeFromRow(row: MandateChargeRow): MandateCharge {
  return MandateCharge.restore({
    paymentId: row.payment_id as PaymentId,
    customerAppId: row.customer_app_id as CustomerAppId,
    mandateId: row.mandate_id as MandateId,
    amount: row.amount,
    currency: row.currency,
    // a charge that was written before there were fees
    payment: row.payment && { ...row.payment, feeAmount: row.payment.feeAmount ?? 0 },
    bank: row.bank,
    status: row.status,
    refusal: row.refusal,
    followUpAt: dateFromJsonOrNull(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    createdAt: dateFromJson(row.created_at),
  });
}

function keyOf({ snapshot }: MandateCharge): Row {
  return { customer_app_id: snapshot.customerAppId, payment_id: snapshot.paymentId };
}

function changingColumns({ snapshot }: MandateCharge): Row {
  return {
    status: snapshot.status,
    refusal: snapshot.refusal,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
  };
}
