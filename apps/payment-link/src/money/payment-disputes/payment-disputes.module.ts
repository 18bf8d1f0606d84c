import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { FindPaymentDisputes } from './find-payment-disputes.query.js';
import { FollowDispute } from './follow-dispute.use-case.js';
import { RaiseDisputes } from './raise-disputes.use-case.js';
import { PaymentDisputeRepository } from './persistence/payment-dispute.repository.js';

/** The effects of disputes on the ledger. */
@Module({
  imports: [LedgerModule],
  providers: [PaymentDisputeRepository, FollowDispute, RaiseDisputes, FindPaymentDisputes],
  exports: [FindPaymentDisputes, FollowDispute, RaiseDisputes],
})
export class PaymentDisputesModule {}
