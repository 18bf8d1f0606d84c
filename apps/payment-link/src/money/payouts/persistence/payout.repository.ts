import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { PaymentId, PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Payout } from '../domain/payout.js';
import { publishPayoutChanges } from '../payout.events.js';
import type { PayoutFilters } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  payoutFromRow,
  payoutKey,
  type PayoutRow,
} from './payout.mapper.js';

const MATCHING = `payouts p WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))
  AND (cardinality($5::text[]) = 0 OR currency = ANY ($5))
  AND (cardinality($6::text[]) = 0 OR type = ANY ($6))
  AND ($7::text IS NULL OR mandate_id = $7)
  AND ($8::text IS NULL OR sender_account_id = $8)
  AND ($9::text IS NULL OR recipient_account_id = $9)
  AND ($10::text IS NULL OR user_id = $10)
  AND ($11::text IS NULL OR external_user_id = $11)`;

const ONE = `SELECT to_jsonb(p) AS row FROM payouts p
  WHERE customer_app_id = $1 AND payout_id = $2`;

@Injectable()
export class PayoutRepository {
  find(tx: AppTx, payoutId: PayoutId): Promise<Payout | null> {
    return one(tx, ONE, payoutId);
  }

  /** Locks the payout until the transaction ends. */
  lock(tx: AppTx, payoutId: PayoutId): Promise<Payout | null> {
    return one(tx, `${ONE} FOR UPDATE`, payoutId);
  }

  /** The payout whose funds the payment pulls, locked; most payments pull none. */
  async lockFundedBy(tx: AppTx, paymentId: PaymentId): Promise<Payout | null> {
    const [found] = await tx.prepared<{ row: PayoutRow }>(
      `SELECT to_jsonb(p) AS row FROM payouts p
       WHERE customer_app_id = $1 AND funding_payment_id = $2 FOR UPDATE`,
      [tx.customerApp.id, paymentId],
    );
    return found ? payoutFromRow(found.row) : null;
  }

  /** Those of the IDs that there are, in no order. */
  async findAll(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<Payout[]> {
    const rows = await tx.prepared<{ row: PayoutRow }>(
      `SELECT to_jsonb(p) AS row FROM payouts p
       WHERE customer_app_id = $1 AND payout_id = ANY ($2)`,
      [tx.customerApp.id, payoutIds],
    );
    return rows.map(({ row }) => payoutFromRow(row));
  }

  /** An executed payout never changes again. */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
    { after, limit }: { readonly after: PayoutId | null; readonly limit: number },
  ): Promise<PayoutId[]> {
    const rows = await tx.query<{ payout_id: PayoutId }>(
      `SELECT payout_id FROM payouts
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3
         AND ($4::text IS NULL OR payout_id > $4)
       ORDER BY payout_id LIMIT $5`,
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map((row) => row.payout_id);
  }

  /** Only the page becomes JSON: before it is cut, all rows that a sort has to see would. */
  async list(
    tx: AppTx,
    filters: PayoutFilters,
    { offset, limit, after }: PageRange,
  ): Promise<{ payouts: Payout[]; total: number }> {
    const params = filterParams(tx, filters);
    const [rows, [count]] = await Promise.all([
      tx.query<{ row: PayoutRow }>(
        `SELECT to_jsonb(p) AS row FROM (
           SELECT p.* FROM ${MATCHING}
             AND ($12::timestamptz IS NULL OR (created_at, payout_id) < ($12, $13))
           ORDER BY created_at DESC, payout_id DESC OFFSET $14 LIMIT $15) p
         ORDER BY created_at DESC, payout_id DESC`,
        [...params, after?.createdAt ?? null, after?.id ?? null, offset, limit],
      ),
      tx.query<{ total: number }>(`SELECT count(*) AS total FROM ${MATCHING}`, params),
    ]);
    return { payouts: rows.map(({ row }) => payoutFromRow(row)), total: count?.total ?? 0 };
  }

  /** Adds a new payout, or what became of a locked one, to the batch. */
  save(batch: WriteBatch, payout: Payout): void {
    const { changes } = payout;
    const key = payoutKey(payout);
    const columns = changingColumns(payout);
    if (changes[0]?.from === null) {
      batch.insert('payouts', { ...key, ...fixedColumns(payout), ...columns });
    } else {
      const sequence = payout.snapshot.sequence - changes.length;
      batch.update('payouts', { ...key, sequence }, columns);
    }
    batch.history('payout_state_changes', key, changes);
    publishPayoutChanges(batch, payout);
  }
}

async function one(tx: AppTx, sql: string, payoutId: PayoutId): Promise<Payout | null> {
  const [found] = await tx.prepared<{ row: PayoutRow }>(sql, [tx.customerApp.id, payoutId]);
  return found ? payoutFromRow(found.row) : null;
}

function filterParams(tx: AppTx, filters: PayoutFilters): unknown[] {
  return [
    tx.customerApp.id,
    filters.dateFrom,
    filters.dateTo,
    filters.statuses,
    filters.currencies,
    filters.types,
    filters.mandateId,
    filters.senderAccountId,
    filters.recipientAccountId,
    filters.userId,
    filters.externalUserId,
  ];
}
