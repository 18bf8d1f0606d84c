import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import { PaymentDisputeRepository } from './persistence/payment-dispute.repository.js';

/**
 * Raises disputes that have less than was disputed, when more of the payment becomes free: a refund
 * failed, or another dispute was won. The oldest dispute takes first.
 */
@Injectable()
export class RaiseDisputes {
  constructor(
    private readonly disputes: PaymentDisputeRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  /** In the transaction that freed the money and so has locked the payment. */
  async execute(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const short = await this.disputes.short(tx, paymentId);
    if (!short) return;
    let { free, total } = short;
    const batch = new WriteBatch();
    for (const hold of short.holds) {
      const { amount: before } = hold.snapshot.money;
      const postings = hold.raise(before + free, tx.now);
      if (postings.length === 0) continue;
      const { snapshot } = hold;
      this.disputes.save(batch, hold);
      for (const posting of postings) {
        this.postTransfer.execute(tx, batch, {
          ...posting,
          accountId: snapshot.recipientAccountId,
          currency: snapshot.currency,
          paymentId,
          refundId: null,
          // No event of the dispute moves the money.
          dispute: { disputeId: snapshot.disputeId, sequence: null },
        });
      }
      free -= snapshot.money.amount - before;
      total += snapshot.money.amount - before;
    }
    const [first] = short.holds;
    if (!first || total === short.total) return;
    this.disputes.saveTotal(batch, first.snapshot, total);
    tx.write(batch);
  }
}
