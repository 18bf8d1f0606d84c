import { Module, type DynamicModule } from '@nestjs/common';
import { ConnectorsModule } from './connectors.module.js';
import { AttemptFollower } from './debit/mandate-charges/mandate-charges.service.js';
import { LinksModule } from './links/links.module.js';
import { PaymentAttemptsService } from './links/payment-links/payment-attempts.service.js';
import { PaymentLinkConfig } from './payment-link.config.js';
import { MoneyModule } from './money/money.module.js';
import { ProcessesModule } from './processes/processes.module.js';
import { PartiesModule } from './parties/parties.module.js';
import { DebitModule } from './debit/debit.module.js';

/** The slices of this service, and how they hang together. */
@Module({})
export class AppModule {
  static forRoot(config: PaymentLinkConfig): DynamicModule {
    return {
      module: AppModule,
      // for the areas, whose modules take no settings
      global: true,
      providers: [
        { provide: PaymentLinkConfig, useValue: config },
        { provide: AttemptFollower, useExisting: PaymentAttemptsService },
      ],
      exports: [AttemptFollower, PaymentLinkConfig],
      imports: [
        PartiesModule,
        MoneyModule,
        DebitModule,
        ConnectorsModule,
        ProcessesModule,
        LinksModule,
      ],
    };
  }
}
