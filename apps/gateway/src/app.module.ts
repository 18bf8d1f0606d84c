import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { OperationOwner } from '@towpath/contracts';
import {
  CachedKeySource,
  CachedTokenSource,
  CustomerAppDirectory,
  InternalClient,
  LOGGER,
  PublicKeySource,
  ServiceTokenSource,
} from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { JobLocks, PERSISTENCE_OPTIONS, type PersistenceOptions } from '@towpath/persistence';
import { KeyRotation, SealCopies } from '@towpath/service';
import { ActionProposalsReads } from './action-proposals/action-proposals.reads.js';
import { ActionProposalsService } from './action-proposals/action-proposals.service.js';
import { AuditSealCopiesService } from './audit/audit-seal-copies.service.js';
import { AuditSealsInternalController } from './audit/audit-seals.internal-controller.js';
import { ClockMovesService } from './clock/clock-moves.service.js';
import { ClockParticipants } from './clock/clock-participants.js';
import { ClockController } from './clock/clock.controller.js';
import { ClockService, ClockTurns } from './clock/clock.service.js';
import { SettleClocksJob } from './clock/settle-clocks.job.js';
import { ConsoleActionsController } from './console/console-actions.controller.js';
import { ConsoleActionsService } from './console/console-actions.service.js';
import { ConsoleController } from './console/console.controller.js';
import { ConsoleReads } from './console/console.reads.js';
import { OperatorServices } from './console/operator-services.js';
import { ConsoleLoginController } from './console-sessions/console-login.controller.js';
import { ConsoleLoginsService } from './console-sessions/console-logins.service.js';
import { ConsoleSessionsService } from './console-sessions/console-sessions.service.js';
import { consoleOf, ConsoleSettings } from './console-sessions/console.config.js';
import { CustomerAppsInternalController } from './customer-apps/customer-apps.internal-controller.js';
import { CustomerAppsReads, OwnCustomerAppDirectory } from './customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from './customer-apps/customer-apps.service.js';
import { GatewayAccountsInternalController } from './gateway-accounts/gateway-accounts.internal-controller.js';
import { GatewayAccountsReads } from './gateway-accounts/gateway-accounts.reads.js';
import type { GatewayConfig } from './gateway.config.js';
import { LoginIdentityTokensController } from './login-identity-tokens/login-identity-tokens.controller.js';
import { LoginIdentityTokensService } from './login-identity-tokens/login-identity-tokens.service.js';
import { TokenPairs } from './login-identity-tokens/token-pairs.js';
import { SigningKeys } from './signing/signing-keys.js';
import { SigningModule } from './signing/signing.module.js';
import { TokenSigner } from './signing/token-signer.js';
import { AttemptLimiter } from './tokens/attempt-limiter.js';
import { ServiceSecrets } from './tokens/service-secrets.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';

type Parts = 'controllers' | 'providers';

@Module({})
export class AppModule {
  /** @param clockParticipants services that keep due work by the clock of a customer app */
  static forRoot(
    config: GatewayConfig,
    clockParticipants: readonly OperationOwner[],
  ): DynamicModule {
    const settings = consoleOf(config);
    const console = settings ? consoleParts(settings) : { controllers: [], providers: [] };
    return {
      module: AppModule,
      imports: [SigningModule.forRoot(config)],
      controllers: [
        CustomerAppsInternalController,
        GatewayAccountsInternalController,
        AuditSealsInternalController,
        TokensController,
        LoginIdentityTokensController,
        ClockController,
        ...console.controllers,
      ],
      providers: [
        CustomerAppsReads,
        CustomerAppsService,
        GatewayAccountsReads,
        { provide: CustomerAppDirectory, useClass: OwnCustomerAppDirectory },
        AuditSealCopiesService,
        { provide: SealCopies, useExisting: AuditSealCopiesService },
        AttemptLimiter,
        {
          provide: KeyRotation,
          inject: [SigningKeys, LOGGER],
          useFactory: (keys: SigningKeys, logger: Logger) => new KeyRotation(keys, logger),
        },
        TokensService,
        TokenPairs,
        LoginIdentityTokensService,
        { provide: ServiceSecrets, useValue: new ServiceSecrets(config.keysDir) },
        { provide: PublicKeySource, inject: [SigningKeys], useFactory: ownKeys },
        { provide: ServiceTokenSource, inject: [TokenSigner], useFactory: ownServiceTokens },
        ClockService,
        ClockMovesService,
        SettleClocksJob,
        { provide: ClockTurns, inject: [Clock, PERSISTENCE_OPTIONS], useFactory: turnsOf },
        {
          provide: ClockParticipants,
          inject: [InternalClient],
          useFactory: (client: InternalClient) => new ClockParticipants(client, clockParticipants),
        },
        ...console.providers,
      ],
      exports: [SealCopies],
    };
  }
}

function consoleParts(settings: ConsoleSettings): Required<Pick<ModuleMetadata, Parts>> {
  return {
    controllers: [ConsoleLoginController, ConsoleController, ConsoleActionsController],
    providers: [
      { provide: ConsoleSettings, useValue: settings },
      ConsoleSessionsService,
      ConsoleLoginsService,
      ConsoleReads,
      ConsoleActionsService,
      ActionProposalsReads,
      ActionProposalsService,
      OperatorServices,
    ],
  };
}

function turnsOf(clock: Clock, { config, logger }: PersistenceOptions): ClockTurns {
  const onError = (error: unknown) => logger?.error({ error }, 'the lock of a clock failed');
  return new ClockTurns(clock, new JobLocks(config.databaseWorkerUrl, onError));
}

/** The gateway verifies with the keys of its own database. */
function ownKeys(keys: SigningKeys): CachedKeySource {
  return new CachedKeySource({ fetchKeySet: () => keys.publicKeySet() });
}

/** The gateway signs its own service tokens. */
function ownServiceTokens(signer: TokenSigner): CachedTokenSource {
  return new CachedTokenSource({
    mint: async (audience: OperationOwner) => {
      const { accessToken, expiresIn } = await signer.signService('gateway', { audience });
      return { access_token: accessToken, expires_in: expiresIn };
    },
  });
}
