import { Injectable } from '@nestjs/common';
import { newId, type PaymentAttemptId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import { Refund, type RefundId, type RefundTerms } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';

type UnexpectedMoney = Omit<RefundTerms, 'refundId' | 'customerAppId'>;

/**
 * Returns money that a gateway took, or a payer transferred, for a link that does not accept it.
 * The ledger records it on arrival and on its return by the gateway, in the callers' transactions.
 */
@Injectable()
export class ReturnUnexpectedMoney {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  ofAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<Refund | null> {
    return this.refunds.unexpectedOf(tx, attemptId);
  }

  /** Writes the money and its refund; the caller then calls the gateway. */
  execute(tx: AppTx, batch: WriteBatch, money: UnexpectedMoney): Refund {
    const refundId = newId<RefundId>(tx.systemNow);
    const terms = { ...money, refundId, customerAppId: tx.customerApp.id };
    const refund = Refund.submit(terms, tx.now);
    this.refunds.save(batch, refund);
    this.post(tx, batch, { refund, kind: 'UNEXPECTED_RECEIPT' });
    return refund;
  }

  /** Books arrival and return of a bank transfer, or of its excess, in one transaction. */
  sendBack(tx: AppTx, batch: WriteBatch, money: UnexpectedMoney): RefundId {
    const refundId = newId<RefundId>(tx.systemNow);
    const refund = Refund.sendBack(
      { ...money, refundId, customerAppId: tx.customerApp.id },
      tx.now,
    );
    this.refunds.save(batch, refund);
    this.post(tx, batch, { refund, kind: 'UNEXPECTED_RECEIPT' });
    this.post(tx, batch, { refund, kind: 'UNEXPECTED_RETURN' });
    return refundId;
  }

  /** The gateway has sent it back. A repeated report changes nothing. */
  close(tx: AppTx, batch: WriteBatch, refund: Refund | null): void {
    if (refund?.status !== 'SUBMITTED') return;
    refund.execute(tx.now);
    this.refunds.save(batch, refund);
    this.post(tx, batch, { refund, kind: 'UNEXPECTED_RETURN' });
  }

  private post(
    tx: AppTx,
    batch: WriteBatch,
    entry: {
      readonly refund: Refund;
      readonly kind: 'UNEXPECTED_RECEIPT' | 'UNEXPECTED_RETURN';
    },
  ): void {
    const { snapshot } = entry.refund;
    this.postTransfer.execute(tx, batch, {
      kind: entry.kind,
      accountId: snapshot.recipientAccountId,
      amount: snapshot.amount,
      currency: snapshot.currency,
      paymentId: snapshot.paymentId,
      refundId: snapshot.refundId,
    });
  }
}
