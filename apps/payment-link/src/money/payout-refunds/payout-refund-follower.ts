import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { KeptMoneyService } from '../kept-money/kept-money.service.js';
import { ReserveRefund } from '../payments/reserve-refund.use-case.js';
import type { PayoutEnd, PayoutFollower } from '../payouts/payout-followers.js';
import { FollowRefundPayout } from '../refunds/follow-refund-payout.js';

/** Ends refunds, and their reservations, together with the payouts that send them. */
@Injectable()
export class PayoutRefundFollower implements PayoutFollower {
  constructor(
    private readonly followRefundPayout: FollowRefundPayout,
    private readonly keptMoney: KeptMoneyService,
    private readonly reserveRefund: ReserveRefund,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async ended(tx: AppTx, batch: WriteBatch, end: PayoutEnd): Promise<void> {
    const followed = await this.followRefundPayout.execute(tx, batch, end);
    if (!followed) return;
    const { refund, step } = followed;
    const { paymentId, amount, refundId } = refund.snapshot;
    if (step === 'FAILED') await this.keptMoney.refundFailed(tx, { paymentId, amount });
    if (step !== 'CORRECTED' || (await this.reserveRefund.retake(tx, { paymentId, amount })))
      return;
    tx.afterCommit(() =>
      this.logger.error({ refundId, paymentId, amount }, 'more was refunded than was paid'),
    );
  }
}
