import { Module, type DynamicModule } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import { PersistenceModule } from '@towpath/persistence';
import { ClockMovesService } from '../clock/clock-moves.service.js';
import { ClockParticipants } from '../clock/clock-participants.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService, CLIENT_SECRETS_KEY } from '../customer-apps/customer-apps.service.js';
import {
  GATEWAY_ACCOUNTS_KEY,
  GatewayAccountsReads,
} from '../gateway-accounts/gateway-accounts.reads.js';
import { GatewayAccountsService } from '../gateway-accounts/gateway-accounts.service.js';
import { internalUrls, type GatewayConfig } from '../gateway.config.js';
import { gatewayMigrations } from '../migrations/index.js';
import { SIGNING_KEYS_KEY } from '../signing/signing-keys.js';
import { SigningModule } from '../signing/signing.module.js';

/** The parts of the gateway for the command line: its database and its keys, no ports. */
@Module({})
export class CliModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    const urls = internalUrls(config);
    return {
      module: CliModule,
      imports: [
        PersistenceModule.forRoot({
          service: 'gateway',
          config,
          migrations: gatewayMigrations,
          keyPurposes: [CLIENT_SECRETS_KEY, SIGNING_KEYS_KEY, GATEWAY_ACCOUNTS_KEY],
          dueJobs: 'manual',
        }),
        SigningModule.forRoot(config),
      ],
      providers: [
        CustomerAppsReads,
        CustomerAppsService,
        ClockMovesService,
        GatewayAccountsReads,
        GatewayAccountsService,
        // A command moves no clock, so it has no participants.
        { provide: ClockParticipants, inject: [InternalClient], useFactory: noParticipants },
        {
          provide: InternalClient,
          useFactory: () => {
            const urlOf = (target: keyof typeof urls) => urls[target];
            return new InternalClient({ service: 'gateway', urlOf, tokens: noTokens });
          },
        },
      ],
    };
  }
}

function noTokens(): never {
  throw new Error('each call of a command has its own token');
}

function noParticipants(client: InternalClient): ClockParticipants {
  return new ClockParticipants(client, []);
}
