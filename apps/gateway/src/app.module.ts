import { Module, type DynamicModule } from '@nestjs/common';
import type { OperationOwner } from '@towpath/contracts';
import { MessagingModule } from '@towpath/messaging';
import { PersistenceModule } from '@towpath/persistence';
import { ClockModule } from './clock/clock.module.js';
import { CustomerAppsModule } from './customer-apps/customer-apps.module.js';
import { CLIENT_SECRETS_KEY } from './customer-apps/client-secret.js';
import { internalUrls, type GatewayConfig } from './gateway.config.js';
import { gatewayMigrations } from './migrations/index.js';
import { SIGNING_KEYS_KEY } from './tokens/signing-keys.js';
import { TokensModule } from './tokens/tokens.module.js';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot({
          service: 'gateway',
          config,
          migrations: gatewayMigrations,
          keyPurposes: [CLIENT_SECRETS_KEY, SIGNING_KEYS_KEY],
        }),
        MessagingModule.forRoot({ service: 'gateway', config, consumes: [], publishes: true }),
        CustomerAppsModule,
        TokensModule.forRoot(config),
        ClockModule.forRoot(Object.keys(internalUrls(config)) as OperationOwner[]),
      ],
    };
  }
}
