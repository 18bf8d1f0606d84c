import { Injectable } from '@nestjs/common';
import type { DisputeEventPayload } from '@towpath/contracts';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { BillsService } from '../bills/bills.service.js';
import { FollowDispute } from '../payment-disputes/follow-dispute.use-case.js';
import { FindPayments } from '../payments/find-payments.query.js';
import { ReserveRefund } from '../payments/reserve-refund.use-case.js';

/** What a payment brought in and left changes again: the bill that it pays follows. */
@Injectable()
export class KeptMoneyService {
  constructor(
    private readonly followDispute: FollowDispute,
    private readonly reserveRefund: ReserveRefund,
    private readonly findPayments: FindPayments,
    private readonly bills: BillsService,
  ) {}

  /** @param sequence of the event: each of its transfers is written once */
  async disputeMoved(tx: AppTx, dispute: DisputeEventPayload, sequence: number): Promise<void> {
    const isMoved = await this.followDispute.execute(tx, dispute, sequence);
    if (isMoved) await this.followBill(tx, dispute.payment_id as PaymentId);
  }

  /** The refund failed: disputes take what they lacked, and the rest may be refunded again. */
  async refundFailed(
    tx: AppTx,
    refund: { readonly paymentId: PaymentId; readonly amount: number },
  ): Promise<void> {
    await this.reserveRefund.release(tx, refund);
    await this.followBill(tx, refund.paymentId);
  }

  private async followBill(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const [payment] = await this.findPayments.execute(tx, [paymentId]);
    if (!payment) return;
    const { userId, externalUserId, currency } = payment.snapshot;
    const { externalTransactionReference: referenceId } = payment.snapshot;
    if (referenceId === null) return;
    await this.bills.follow(tx, { userId, externalUserId, currency, referenceId });
  }
}
