import { Module, type DynamicModule } from '@nestjs/common';
import { ForgetPayer } from './forget-payer.use-case.js';
import { PaymentUserConsumer } from './payment-user.consumer.js';
import { SqlPayerTraces } from './persistence/sql-payer-traces.js';
import { PayerTraces } from './ports.js';

/** What the erasure of a payment user means for mandates. */
@Module({})
export class ErasuresModule {
  static forRoot(authorization: DynamicModule): DynamicModule {
    return {
      module: ErasuresModule,
      imports: [authorization],
      controllers: [PaymentUserConsumer],
      providers: [{ provide: PayerTraces, useClass: SqlPayerTraces }, ForgetPayer],
    };
  }
}
