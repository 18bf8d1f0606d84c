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

  /** After a gateway's call-back about a charge: the caller asks about its undecided refunds. */
  async wake(tx: AppTx, chargeReference: string): Promise<RefundId[]> {
    const open = await this.refunds.lockOpenOf(tx, chargeReference);
    const batch = new WriteBatch();
    for (const refund of open) {
      refund.askNow(tx.now);
      this.refunds.save(batch, refund);
    }
    if (open.length > 0) await tx.write(batch);
    return open.map(({ snapshot }) => snapshot.refundId);
  }

  /** Takes the question that is due; false without one. */
  async claimFollowUp(tx: AppTx, refund: Refund): Promise<boolean> {
    if (!refund.claimFollowUp(tx.now)) return false;
    const batch = new WriteBatch();
    this.refunds.save(batch, refund);
    await tx.write(batch);
    return true;
  }

  /** Returns the result; after `FAIL` the caller releases the amount of the payment. */
  async execute(tx: AppTx, refund: Refund, answer: RefundAnswer): Promise<RefundStep> {
    const step = refundStep(refund.status, answer.gatewayStatus);
    if (step === 'EXECUTE') {
      refund.execute(tx.now);
      await this.save(tx, refund, 'REFUND');
    }
    if (step === 'FAIL' && answer.gatewayStatus === 'REFUSED') {
      refund.fail(tx.now, answer.failure);
      await this.save(tx, refund, 'REFUND_RELEASE');
    }
    return step;
  }

  private async save(tx: AppTx, refund: Refund, kind: 'REFUND' | 'REFUND_RELEASE'): Promise<void> {
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
    await tx.write(batch);
  }
}
