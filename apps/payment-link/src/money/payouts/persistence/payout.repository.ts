import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { PaymentId, PaymentUserId, PayoutId } from '@towpath/kernel';
import { FilteredList, type AppTx, type WriteBatch } from '@towpath/persistence';
import type { Payout } from '../payout.js';
import { publishPayoutChanges } from '../payout.events.js';
import type { PayoutFilters } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  payoutFromRow,
  payoutKey,
  type PayoutRow,
} from './payout.mapper.js';

const LIST = new FilteredList<PayoutFilters>({
  table: 'payouts',
  id: 'payout_id',
  oneOf: { statuses: 'status', currencies: 'currency', types: 'type' },
  equal: {
    mandateId: 'mandate_id',
    senderAccountId: 'sender_account_id',
    recipientAccountId: 'recipient_account_id',
    userId: 'user_id',
    externalUserId: 'external_user_id',
  },
});

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

  async list(
    tx: AppTx,
    filters: PayoutFilters,
    range: PageRange,
  ): Promise<{ payouts: Payout[]; total: number }> {
    const { rows, total } = await LIST.counted<PayoutRow>(tx, filters, range);
    return { payouts: rows.map(payoutFromRow), total };
  }

  async forgetTexts(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      'UPDATE payouts SET description = NULL WHERE customer_app_id = $1 AND user_id = $2',
      [tx.customerApp.id, userId],
    );
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
