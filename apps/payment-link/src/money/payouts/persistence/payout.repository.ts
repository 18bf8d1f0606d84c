import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { PaymentId, PaymentUserId, PayoutId } from '@towpath/kernel';
import { byKey, byValues, type AppTx, type FiltersOf, type WriteBatch } from '@towpath/persistence';
import { publishPayoutChanges } from '../payout.events.js';
import { Payout } from '../payout.js';
import { payouts, type PayoutSnapshot } from '../payout.table.js';

@Injectable()
export class PayoutRepository {
  async find(tx: AppTx, payoutId: PayoutId): Promise<Payout | null> {
    return restored(await payouts.find(tx, { payoutId }));
  }

  /** Locks the payout until the transaction ends. */
  async lock(tx: AppTx, payoutId: PayoutId): Promise<Payout | null> {
    return restored(await payouts.lock(tx, { payoutId }));
  }

  /** The payout whose funds the payment pulls, locked; most payments pull none. */
  async lockFundedBy(tx: AppTx, paymentId: PaymentId): Promise<Payout | null> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(p) AS row FROM payouts p
       WHERE customer_app_id = $1 AND funding_payment_id = $2 FOR UPDATE`),
      [tx.customerApp.id, paymentId],
    );
    return restored(payouts.rows(found)[0] ?? null);
  }

  /** Those of the IDs that there are, in no order. */
  async findAll(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<Payout[]> {
    const rows = await payouts.findAll(tx, payoutIds);
    return rows.map((row) => Payout.restore(row));
  }

  /** An executed payout never changes again. */
  async executedBetween(
    tx: AppTx,
    { from, to }: { readonly from: Date; readonly to: Date },
    { after, limit }: { readonly after: PayoutId | null; readonly limit: number },
  ): Promise<PayoutId[]> {
    const rows = await tx.query<{ payout_id: PayoutId }>(
      byValues(`SELECT payout_id FROM payouts
       WHERE customer_app_id = $1 AND status = 'EXECUTED' AND updated_at >= $2 AND updated_at < $3
         AND ($4::text IS NULL OR payout_id > $4)
       ORDER BY payout_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map((row) => row.payout_id);
  }

  async list(
    tx: AppTx,
    filters: FiltersOf<typeof payouts>,
    range: PageRange,
  ): Promise<{ payouts: Payout[]; total: number }> {
    const { rows, total } = await payouts.counted(tx, filters, range);
    return { payouts: rows.map((row) => Payout.restore(row)), total };
  }

  async forgetTexts(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues('UPDATE payouts SET description = NULL WHERE customer_app_id = $1 AND user_id = $2'),
      [tx.customerApp.id, userId],
    );
  }

  /** Adds a new payout, or what became of a locked one, to the batch. */
  save(batch: WriteBatch, payout: Payout): void {
    payouts.save(batch, payout);
    publishPayoutChanges(batch, payout);
  }
}

function restored(row: PayoutSnapshot | null): Payout | null {
  return row && Payout.restore(row);
}
