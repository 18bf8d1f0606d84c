import { Injectable } from '@nestjs/common';
import {
  newId,
  type DisputeId,
  type Id,
  type LedgerTransferId,
  type PaymentAccountId,
  type PaymentId,
  type PayoutId,
} from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { transferOf, type TransferKind } from './domain/ledger.js';
import { LedgerRepository } from './persistence/ledger.repository.js';

interface Posting {
  readonly kind: Exclude<TransferKind, 'OPENING_BALANCE'>;
  readonly accountId: PaymentAccountId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly paymentId: PaymentId | null;
  readonly refundId: Id<'Refund'> | null;
  /** The event of a dispute that moves the money; null if more of the payment became free. */
  readonly dispute?: { readonly disputeId: DisputeId; readonly sequence: number | null };
  readonly payoutId?: PayoutId;
}

/**
 * Puts one movement of money into the caller's transaction. A payment has at most one transfer of
 * each kind, and so have a refund, a payout and an event of a dispute: the database refuses the
 * second. Credits take no lock.
 */
@Injectable()
export class PostTransfer {
  constructor(private readonly ledger: LedgerRepository) {}

  execute(tx: AppTx, batch: WriteBatch, posting: Posting): void {
    const transfer = transferOf({
      ...posting,
      ledgerTransferId: newId<LedgerTransferId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      occurredAt: tx.now,
    });
    this.ledger.add(batch, transfer);
  }
}
