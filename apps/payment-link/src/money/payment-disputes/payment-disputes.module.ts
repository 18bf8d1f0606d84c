import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DisputeConsumer } from './dispute.consumer.js';
import { FindPaymentDisputes } from './find-payment-disputes.query.js';
import { FollowDispute } from './follow-dispute.use-case.js';
import { SqlPaymentDisputeRepository } from './persistence/sql-payment-dispute.repository.js';
import { PaymentDisputeRepository } from './ports.js';

/** What disputes do to the books. */
@Module({
  imports: [LedgerModule],
  controllers: [DisputeConsumer],
  providers: [
    { provide: PaymentDisputeRepository, useClass: SqlPaymentDisputeRepository },
    FollowDispute,
    FindPaymentDisputes,
  ],
  exports: [FindPaymentDisputes, FollowDispute],
})
export class PaymentDisputesModule {}
