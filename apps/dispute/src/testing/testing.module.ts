import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { DecideTestDispute } from './decide-test-dispute.use-case.js';
import { HearOfDispute } from './hear-of-dispute.js';
import { OpenTestDispute } from './open-test-dispute.use-case.js';
import { TestDisputeController } from './test-dispute.controller.js';

/** Simulated actions of card holders and issuers, for test apps. */
@Module({
  imports: [DisputesModule, PaymentsModule],
  controllers: [TestDisputeController],
  providers: [HearOfDispute, OpenTestDispute, DecideTestDispute],
})
export class TestingModule {}
