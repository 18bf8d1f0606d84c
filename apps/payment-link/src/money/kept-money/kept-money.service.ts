import { Inject, Injectable } from '@nestjs/common';
import type { DisputeEventPayload } from '@towpath/contracts';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Logger } from '@towpath/observability';
import { LOGGER } from '@towpath/http';
import { BillsService } from '../bills/bills.service.js';
import { type RefundPayoutEnd, RefundsService } from '../refunds/refunds.service.js';
import { PaymentsService } from '../payments/payments.service.js';
import { PaymentsReads } from '../payments/payments.reads.js';
import { DisputeHoldsService } from '../payment-disputes/dispute-holds.service.js';

/** What a payment brought in and left changes again: the bill that it pays follows. */
@Injectable()
export class KeptMoneyService {
  constructor(
    private readonly disputes: DisputeHoldsService,
    private readonly payments: PaymentsService,
    private readonly paymentsReads: PaymentsReads,
    private readonly bills: BillsService,
    private readonly refunds: RefundsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param sequence of the event: each of its transfers is written once */
  async disputeMoved(tx: AppTx, dispute: DisputeEventPayload, sequence: number): Promise<void> {
    const isMoved = await this.disputes.follow(tx, dispute, sequence);
    if (isMoved) await this.followBill(tx, dispute.payment_id as PaymentId);
  }

  /** The refund failed: disputes take what they lacked, and the rest may be refunded again. */
  async refundFailed(
    tx: AppTx,
    refund: { readonly paymentId: PaymentId; readonly amount: number },
  ): Promise<void> {
    await this.payments.releaseRefund(tx, refund);
    await this.followBill(tx, refund.paymentId);
  }

  /** Ends the refund that a payout sends, in the transaction of the payout's end. Most send none. */
  async payoutEnded(tx: AppTx, batch: WriteBatch, end: RefundPayoutEnd): Promise<void> {
    const followed = await this.refunds.followPayout(tx, batch, end);
    if (!followed) return;
    const { refund, step } = followed;
    const { paymentId, amount, refundId } = refund.snapshot;
    if (step === 'FAILED' || step === 'REVERSED')
      await this.refundFailed(tx, { paymentId, amount });
    if (step !== 'CORRECTED' || (await this.payments.reserveAgain(tx, { paymentId, amount })))
      return;
    tx.afterCommit(() =>
      this.logger.error({ refundId, paymentId, amount }, 'more was refunded than was paid'),
    );
  }

  private async followBill(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const [payment] = await this.paymentsReads.findAll(tx, [paymentId]);
    if (!payment) return;
    const { userId, externalUserId, currency } = payment;
    const { externalTransactionReference: referenceId } = payment;
    if (referenceId === null) return;
    await this.bills.follow(tx, { userId, externalUserId, currency, referenceId });
  }
}
