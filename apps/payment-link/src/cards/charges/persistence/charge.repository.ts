import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import {
  type AppTx,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import { Charge } from '../charge.js';
import type { ChargeEntity } from './charge.entity.js';

type ChargeRow = JsonRow<ChargeEntity>;

@Injectable()
export class ChargeRepository {
  /** Locks the charge and its payment until the transaction ends. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<Charge | null> {
    const [found] = await tx.prepared<{ row: ChargeRow }>(
      `SELECT to_jsonb(c) AS row FROM charges c
       WHERE customer_app_id = $1 AND payment_id = $2 FOR UPDATE`,
      [tx.customerApp.id, paymentId],
    );
    return found ? chargeFromRow(found.row) : null;
  }

  /** The gateway of each of the charges that there are. */
  async gatewaysOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, string>> {
    const rows = await tx.prepared<{ payment_id: PaymentId; integration_id: string }>(
      `SELECT payment_id, integration_id FROM charges
       WHERE customer_app_id = $1 AND payment_id = ANY ($2)`,
      [tx.customerApp.id, paymentIds],
    );
    return new Map(rows.map((row) => [row.payment_id, row.integration_id]));
  }

  /** Adds a new charge to the batch. */
  add(batch: WriteBatch, charge: Charge): void {
    const { integrationId, createdAt } = charge.snapshot;
    batch.insert('charges', {
      ...keyOf(charge),
      ...changingColumns(charge),
      integration_id: integrationId,
      created_at: createdAt,
    });
  }

  /** Adds the changes of a locked charge to the batch. */
  save(batch: WriteBatch, charge: Charge): void {
    batch.update('charges', keyOf(charge), changingColumns(charge));
  }
}

function chargeFromRow(row: ChargeRow): Charge {
  return Charge.restore({
    paymentId: row.payment_id as PaymentId,
    customerAppId: row.customer_app_id as CustomerAppId,
    integrationId: row.integration_id,
    refusal: row.refusal,
    followUpAt: dateFromJsonOrNull(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    createdAt: dateFromJson(row.created_at),
  });
}

function keyOf({ snapshot }: Charge): Row {
  return { customer_app_id: snapshot.customerAppId, payment_id: snapshot.paymentId };
}

function changingColumns({ snapshot }: Charge): Row {
  return {
    refusal: snapshot.refusal,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
  };
}
