import { Module, type DynamicModule } from '@nestjs/common';
import type { OperationOwner } from '@towpath/contracts';
import { ClockModule } from './clock/clock.module.js';
import { CustomerAppsModule } from './customer-apps/customer-apps.module.js';
import type { GatewayConfig } from './gateway.config.js';
import { TokensModule } from './tokens/tokens.module.js';

@Module({})
export class AppModule {
  /** @param clockParticipants services that keep due work by the clock of a customer app */
  static forRoot(
    config: GatewayConfig,
    clockParticipants: readonly OperationOwner[],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CustomerAppsModule,
        TokensModule.forRoot(config),
        ClockModule.forRoot(clockParticipants),
      ],
    };
  }
}
