import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { PaymentConsumer } from './payment.consumer.js';
import { RecordReturn } from './record-return.use-case.js';

/** Chargebacks of direct debits, which come as returns of payments. */
@Module({
  imports: [DisputesModule],
  controllers: [PaymentConsumer],
  providers: [RecordReturn],
})
export class ReturnsModule {}
