import { Injectable } from '@nestjs/common';
import { newId, type PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import { Refund, type RefundedCharge, type RefundId, type RefundTerms } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';

interface RefundRequest extends Omit<RefundTerms, 'refundId' | 'customerAppId'> {
  readonly charge: RefundedCharge;
}

/**
 * A refund that the customer app asks for, written in the caller's transaction, which has reserved
 * the amount. The money is held in the books until the gateway decides.
 */
@Injectable()
export class RequestRefund {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  execute(tx: AppTx, batch: WriteBatch, request: RefundRequest): RefundId {
    const { charge, ...asked } = request;
    const refundId = newId<RefundId>(tx.systemNow);
    const terms = { ...asked, refundId, customerAppId: tx.customerApp.id };
    this.refunds.save(batch, Refund.request(terms, charge, tx.now));
    this.postTransfer.execute(tx, batch, {
      kind: 'REFUND_HOLD',
      accountId: terms.recipientAccountId,
      amount: terms.amount,
      currency: terms.currency,
      paymentId: terms.paymentId,
      refundId,
    });
    return refundId;
  }

  /** Sent by a payout, which holds the amount in the books and is pursued by itself. */
  byPayout(
    tx: AppTx,
    batch: WriteBatch,
    { payoutId, ...asked }: Omit<RefundTerms, 'customerAppId'> & { readonly payoutId: PayoutId },
  ): void {
    const terms = { ...asked, customerAppId: tx.customerApp.id };
    this.refunds.save(batch, Refund.requestByPayout(terms, payoutId, tx.now));
  }
}
