import type { PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { IncomingTransfer, IncomingTransferId } from './incoming-transfer.js';

/** What a payer is told of a transfer that went back. */
export type ReturnedTransfer = Pick<IncomingTransfer, 'amount' | 'currency' | 'cause'>;

export abstract class IncomingTransferRepository {
  abstract add(batch: WriteBatch, transfer: IncomingTransfer): void;
  abstract findAll(tx: AppTx, ids: readonly IncomingTransferId[]): Promise<IncomingTransfer[]>;
  /** A page of the IDs of what was received in the half-open period, by ID. */
  abstract receivedBetween(
    tx: AppTx,
    period: SettlementPeriod,
    page: { readonly after: IncomingTransferId | null; readonly limit: number },
  ): Promise<IncomingTransferId[]>;
  /** The latest transfer for the payment that went back as a whole. */
  abstract latestReturned(tx: AppTx, paymentId: PaymentId): Promise<ReturnedTransfer | null>;
  /** Blanks the texts of unmatched transfers in which one of the names stands. */
  abstract forget(tx: AppTx, names: readonly string[]): Promise<void>;
}
