import { Module, type OnModuleInit } from '@nestjs/common';
import { KeptMoneyModule } from '../kept-money/kept-money.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PayoutFollowers } from '../payouts/payout-followers.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { PayoutRefundFollower } from './payout-refund-follower.js';
import { StartPayoutRefund } from './start-payout-refund.js';

/** Refunds of direct debits, which payouts send because no gateway returns them. */
@Module({
  imports: [KeptMoneyModule, PaymentsModule, PayoutsModule, RefundsModule],
  providers: [PayoutRefundFollower, StartPayoutRefund],
  exports: [StartPayoutRefund],
})
export class PayoutRefundsModule implements OnModuleInit {
  constructor(
    private readonly followers: PayoutFollowers,
    private readonly follower: PayoutRefundFollower,
  ) {}

  onModuleInit(): void {
    this.followers.register(this.follower);
  }
}
