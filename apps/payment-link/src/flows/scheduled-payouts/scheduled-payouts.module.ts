import { Module, type OnModuleInit } from '@nestjs/common';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MandateDirectoryModule } from '../../debit/mandate-directory/mandate-directory.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { PayoutFunding } from '../../money/payouts/payout-funding.js';
import { MoneyModule } from '../../money/money.module.js';
import { CreateScheduledPayout } from './create-scheduled-payout.use-case.js';
import { FundByMandate } from './fund-by-mandate.js';
import { ScheduledPayoutController } from './scheduled-payout.controller.js';

/** `POST /payouts/scheduled`: payouts of a later day, with funds that are pulled on a mandate. */
@Module({
  imports: [MandateChargesModule, MandateDirectoryModule, MandateMethodsModule, MoneyModule],
  controllers: [ScheduledPayoutController],
  providers: [CreateScheduledPayout, FundByMandate],
})
export class ScheduledPayoutsModule implements OnModuleInit {
  constructor(
    private readonly funding: PayoutFunding,
    private readonly source: FundByMandate,
  ) {}

  onModuleInit(): void {
    this.funding.register(this.source);
  }
}
