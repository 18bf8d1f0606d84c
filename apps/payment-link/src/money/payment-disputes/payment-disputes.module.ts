import { Module } from '@nestjs/common';
import { KeptMoneyModule } from '../kept-money/kept-money.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DisputeConsumer } from './dispute.consumer.js';
import { FindPaymentDisputes } from './find-payment-disputes.query.js';
import { FollowDispute } from './follow-dispute.use-case.js';
import { RaiseDisputes } from './raise-disputes.use-case.js';
import { PaymentDisputeRepository } from './persistence/payment-dispute.repository.js';

/** The effects of disputes on the ledger. */
@Module({
  imports: [KeptMoneyModule, LedgerModule],
  controllers: [DisputeConsumer],
  providers: [PaymentDisputeRepository, FollowDispute, RaiseDisputes, FindPaymentDisputes],
  exports: [FindPaymentDisputes, FollowDispute, RaiseDisputes],
})
export class PaymentDisputesModule {}
