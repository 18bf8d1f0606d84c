import { Module, type DynamicModule } from '@nestjs/common';
import { ForgetPayer } from './forget-payer.use-case.js';
import { PaymentUserConsumer } from './payment-user.consumer.js';
import { PayerTraces } from './persistence/payer-traces.js';

/** The effects of the erasure of a payment user on mandates. */
@Module({})
export class ErasuresModule {
  static forRoot(authorization: DynamicModule): DynamicModule {
    return {
      module: ErasuresModule,
      imports: [authorization],
      controllers: [PaymentUserConsumer],
      providers: [PayerTraces, ForgetPayer],
    };
  }
}
