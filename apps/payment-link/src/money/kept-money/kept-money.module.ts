import { Module } from '@nestjs/common';
import { BillsModule } from '../bills/bills.module.js';
import { PaymentDisputesModule } from '../payment-disputes/payment-disputes.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { DisputeConsumer } from './dispute.consumer.js';
import { KeptMoneyService } from './kept-money.service.js';

/** Refunds that failed, and disputes, with the bills of their payments. */
@Module({
  imports: [BillsModule, PaymentDisputesModule, PaymentsModule],
  controllers: [DisputeConsumer],
  providers: [KeptMoneyService],
  exports: [KeptMoneyService],
})
export class KeptMoneyModule {}
