import { Module, type DynamicModule } from '@nestjs/common';
import { BankCallBacksModule } from './bank-call-backs/bank-call-backs.module.js';
import { ChargesModule } from './charges/charges.module.js';
import { DirectDebitModule } from './direct-debit/direct-debit.module.js';
import type { MandateConfig } from './mandate.config.js';
import { MandatesModule } from './mandates/mandates.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: MandateConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DirectDebitModule.forRoot(config),
        MandatesModule,
        ChargesModule,
        BankCallBacksModule.forRoot([MandatesModule, ChargesModule]),
      ],
    };
  }
}
