import { Module } from '@nestjs/common';
import { ForgetPayer } from './forget-payer.use-case.js';
import { PaymentUserConsumer } from './payment-user.consumer.js';
import { SqlPayerTraces } from './persistence/sql-payer-traces.js';
import { PayerTraces } from './ports.js';

/** What the erasure of a payment user means for mandates. */
@Module({
  controllers: [PaymentUserConsumer],
  providers: [{ provide: PayerTraces, useClass: SqlPayerTraces }, ForgetPayer],
})
export class ErasuresModule {}
