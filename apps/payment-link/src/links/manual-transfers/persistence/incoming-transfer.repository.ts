import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import { byValues, byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { IncomingTransfer, IncomingTransferId } from '../incoming-transfer.js';
import type { ReturnedTransfer } from '../ports.js';

@Injectable()
export class IncomingTransferRepository {
  add(batch: WriteBatch, transfer: IncomingTransfer): void {
    batch.insert('incoming_transfers', {
      customer_app_id: transfer.customerAppId,
      incoming_transfer_id: transfer.incomingTransferId,
      reference: transfer.reference,
      amount: transfer.amount,
      currency: transfer.currency,
      outcome: transfer.outcome,
      cause: transfer.cause,
      payment_account_id: transfer.accountId,
      payment_id: transfer.paymentId,
      refund_id: transfer.refundId,
      received_at: transfer.receivedAt,
    });
  }

  findAll(tx: AppTx, ids: readonly IncomingTransferId[]): Promise<IncomingTransfer[]> {
    return tx.query<IncomingTransfer>(
      byKey(`SELECT incoming_transfer_id AS "incomingTransferId", customer_app_id AS "customerAppId",
         reference, amount, currency, outcome, cause, payment_account_id AS "accountId",
         payment_id AS "paymentId", refund_id AS "refundId", received_at AS "receivedAt"
       FROM incoming_transfers WHERE customer_app_id = $1 AND incoming_transfer_id = ANY ($2)`),
      [tx.customerApp.id, ids],
    );
  }

  /** A page of the IDs of transfers received in the half-open period, by ID. */
  async receivedBetween(
    tx: AppTx,
    { from, to }: SettlementPeriod,
    { after, limit }: { readonly after: IncomingTransferId | null; readonly limit: number },
  ): Promise<IncomingTransferId[]> {
    const rows = await tx.query<{ id: IncomingTransferId }>(
      byValues(`SELECT incoming_transfer_id AS id FROM incoming_transfers
       WHERE customer_app_id = $1 AND received_at >= $2 AND received_at < $3
         AND ($4::text IS NULL OR incoming_transfer_id > $4)
       ORDER BY incoming_transfer_id LIMIT $5`),
      [tx.customerApp.id, from, to, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The latest transfer for the payment that went back as a whole. */
  async latestReturned(tx: AppTx, paymentId: PaymentId): Promise<ReturnedTransfer | null> {
    const [row] = await tx.query<ReturnedTransfer>(
      byKey(`SELECT amount, currency, cause FROM incoming_transfers
       WHERE customer_app_id = $1 AND payment_id = $2 AND outcome = 'RETURNED'
       ORDER BY received_at DESC, incoming_transfer_id DESC LIMIT 1`),
      [tx.customerApp.id, paymentId],
    );
    return row ?? null;
  }

  /** A page of the texts of transfers that no link was found for, by ID. */
  unmatchedTexts(
    tx: AppTx,
    { after, limit }: { readonly after: IncomingTransferId | null; readonly limit: number },
  ): Promise<{ readonly id: IncomingTransferId; readonly text: string }[]> {
    return tx.query(
      byValues(`SELECT incoming_transfer_id AS id, reference AS text FROM incoming_transfers
       WHERE customer_app_id = $1 AND outcome = 'UNMATCHED' AND reference IS NOT NULL
         AND ($2::text IS NULL OR incoming_transfer_id > $2)
       ORDER BY incoming_transfer_id LIMIT $3`),
      [tx.customerApp.id, after, limit],
    );
  }

  async forgetTexts(tx: AppTx, ids: readonly IncomingTransferId[]): Promise<void> {
    await tx.query(
      byValues(`UPDATE incoming_transfers SET reference = NULL
       WHERE customer_app_id = $1 AND incoming_transfer_id = ANY ($2)`),
      [tx.customerApp.id, ids],
    );
  }
}
