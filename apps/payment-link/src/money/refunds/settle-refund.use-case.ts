import { Injectable } from '@nestjs/common';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import { refundStep, type RefundStep, type RefundGatewayStatus } from './domain/refund-step.js';
import type { Refund, RefundFailure, RefundId } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';

/** The gateway's status of a refund. */
type RefundAnswer =
  | { readonly gatewayStatus: Exclude<RefundGatewayStatus, 'REFUSED'> }
  | { readonly gatewayStatus: 'REFUSED'; readonly failure: RefundFailure };

/** Moves a refund of the customer app, under its lock, with its money in the ledger. */
@Injectable()
export class SettleRefund {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  lock(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    return this.refunds.lock(tx, refundId);
  }

  /** Locks the undecided refunds of a charge. */
  lockOpenOf(tx: AppTx, chargeReference: string): Promise<Refund[]> {
    return this.refunds.lockOpenOf(tx, chargeReference);
  }

  /** Saves the schedule of a locked refund. */
  reschedule(tx: AppTx, refund: Refund): void {
    const batch = new WriteBatch();
    this.refunds.save(batch, refund);
    tx.write(batch);
  }

  /** Returns the result; after `FAIL` the caller releases the amount of the payment. */
  execute(tx: AppTx, refund: Refund, answer: RefundAnswer): RefundStep {
    const step = refundStep(refund.status, answer.gatewayStatus);
    if (step === 'EXECUTE') {
      refund.execute(tx.now);
      this.save(tx, refund, 'REFUND');
    }
    if (step === 'FAIL' && answer.gatewayStatus === 'REFUSED') {
      refund.fail(tx.now, answer.failure);
      this.save(tx, refund, 'REFUND_RELEASE');
    }
    return step;
  }

  private save(tx: AppTx, refund: Refund, kind: 'REFUND' | 'REFUND_RELEASE'): void {
    const { snapshot } = refund;
    const batch = new WriteBatch();
    this.refunds.save(batch, refund);
    this.postTransfer.execute(tx, batch, {
      kind,
      accountId: snapshot.recipientAccountId,
      amount: snapshot.amount,
      currency: snapshot.currency,
      paymentId: snapshot.paymentId,
      refundId: snapshot.refundId,
    });
    tx.write(batch);
  }
}
