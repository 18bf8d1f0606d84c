import { Module, type DynamicModule } from '@nestjs/common';
import { ConnectorsModule } from './connectors.module.js';
import { AttemptFollower } from './debit/mandate-charges/mandate-charges.service.js';
import { PaymentAttemptsService } from './links/link-attempts/payment-attempts.service.js';
import { LinksModule } from './links/links.module.js';
import { LedgerFigures } from './operators/ledger.figures.js';
import { PaymentFigures } from './operators/payment.figures.js';
import { OperatorsModule } from './operators/operators.module.js';
import { PaymentLinkConfig } from './payment-link.config.js';
import { ProcessesModule } from './processes/processes.module.js';

/** The outermost area, which imports the others, and what they all need. */
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
        PaymentFigures,
        LedgerFigures,
      ],
      exports: [AttemptFollower, PaymentLinkConfig],
      imports: [ConnectorsModule, LinksModule, ProcessesModule, OperatorsModule],
    };
  }
}
