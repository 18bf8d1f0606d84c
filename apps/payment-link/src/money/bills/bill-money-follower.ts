import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { KeptMoneyFollower } from '../kept-money/kept-money-followers.js';
import { FindPayments } from '../payments/find-payments.query.js';
import { FollowBillPayment } from './follow-bill-payment.use-case.js';

/** Money that was about to go back, and stays after all, may pay a bill. */
@Injectable()
export class BillMoneyFollower implements KeptMoneyFollower {
  constructor(
    private readonly findPayments: FindPayments,
    private readonly followBillPayment: FollowBillPayment,
  ) {}

  async changed(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const [payment] = await this.findPayments.execute(tx, [paymentId]);
    if (!payment) return;
    const { userId, externalUserId, currency } = payment.snapshot;
    const { externalTransactionReference: referenceId } = payment.snapshot;
    if (referenceId === null) return;
    await this.followBillPayment.execute(tx, { userId, externalUserId, currency, referenceId });
  }
}
