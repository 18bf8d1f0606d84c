import { Module, type DynamicModule } from '@nestjs/common';
import { AuthorizingModule } from './authorizing/authorizing.module.js';
import { BanksModule } from './banks/banks.module.js';
import { IncomingModule } from './incoming/incoming.module.js';
import type { MandateConfig } from './mandate.config.js';
import { MandatesModule } from './mandates/mandates.module.js';
import { CancelMandateAction } from './operators/cancel-mandate.action.js';
import { MandateResource } from './operators/mandate.resource.js';

/** The areas of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: MandateConfig): DynamicModule {
    const authorizing = AuthorizingModule.forRoot(config);
    return {
      module: AppModule,
      imports: [
        BanksModule.forRoot(config),
        authorizing,
        IncomingModule.forRoot(authorizing),
        MandatesModule,
      ],
      providers: [CancelMandateAction, MandateResource],
    };
  }
}
