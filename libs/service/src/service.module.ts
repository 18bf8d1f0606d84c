import { hostname } from 'node:os';
import { Global, Module, type DynamicModule, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@towpath/config';
import { CustomerAppResolver, EventVerifier, MessagingModule } from '@towpath/messaging';
import type { Logger } from '@towpath/observability';
import { PersistenceModule } from '@towpath/persistence';
import { SealAuditJob } from './audit/seal-audit.job.js';
import { GatewaySealCopies, SealCopies } from './audit/seal-copies.js';
import { CUSTOMER_APP_EVENTS, CustomerAppConsumer } from './customer-app.consumer.js';
import { GatewayEventVerifier } from './gateway-event-verifier.js';
import { MessageFigures } from './operators/message-figures.js';
import { OperatorActionsService } from './operators/operator-actions.service.js';
import { OperatorController } from './operators/operator.controller.js';
import { OperatorFigures } from './operators/operator-figures.js';
import { OperatorService } from './operators/operator.service.js';
import { DiscardMessage } from './parked-messages/discard-message.action.js';
import { ReplayMessage } from './parked-messages/replay-message.action.js';
import type { ServiceDefinition } from './service-definition.js';
import { VaultController } from './vault/vault.controller.js';
import { VaultService } from './vault/vault.service.js';
import { gatewayDirectory, InternalClient, type ViewsCustomerAppDirectory } from '@towpath/http';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import type { CustomerAppId } from '@towpath/kernel';

/** Asks the gateway for a customer app and stores the answer as this service's view. */
@Injectable()
class GatewayCustomerAppResolver extends CustomerAppResolver {
  private directory: ViewsCustomerAppDirectory | undefined;

  constructor(
    private readonly client: InternalClient,
    private readonly modules: ModuleRef,
  ) {
    super();
  }

  /** False also when the gateway cannot be asked now: the next event or request asks again. */
  override async resolve(app: CustomerAppId): Promise<boolean> {
    return this.known.refresh(app).catch(() => false);
  }

  override async confirm(app: CustomerAppId): Promise<void> {
    await this.known.refresh(app);
  }

  private get known(): ViewsCustomerAppDirectory {
    return (this.directory ??= gatewayDirectory(this.client, this.modules));
  }
}

/** After a crash of the machine, PostgreSQL may take longer to start than a service. */
const DATABASE_PATIENCE_MS = 30_000;
const FETCH_GAP_MS = 50;

@Global()
@Module({
  providers: [
    { provide: CustomerAppResolver, useClass: GatewayCustomerAppResolver },
    { provide: EventVerifier, useClass: GatewayEventVerifier },
  ],
  exports: [CustomerAppResolver, EventVerifier],
})
class FromGatewayModule {}

/** The gateway keeps copies itself. */
const COPIES = { provide: SealCopies, useClass: GatewaySealCopies };

/** Persistence, messaging and the service's own modules, joined. */
@Module({})
export class ServiceModule {
  static forRoot<C extends ServiceConfig>(
    definition: ServiceDefinition<C>,
    { config, logger }: { readonly config: C; readonly logger: Logger },
  ): DynamicModule {
    const { name, migrations, tables, keyPurposes = [], retention = [] } = definition;
    const follows = definition.followsCustomerApps ?? true;
    const consumes = [...definition.consumes, ...(follows ? CUSTOMER_APP_EVENTS : [])];
    return {
      module: ServiceModule,
      // For the gateway, which answers operators about itself.
      global: true,
      exports: [OperatorService, OperatorFigures, OperatorActionsService],
      imports: [
        DiscoveryModule,
        PersistenceModule.forRoot({
          service: name,
          config,
          migrations,
          tables,
          keyPurposes,
          retention,
          logger,
          databasePatienceMs: DATABASE_PATIENCE_MS,
        }),
        ...(follows ? [FromGatewayModule] : []),
        MessagingModule.forRoot({
          service: name,
          instance: instanceOf(name, config),
          config,
          consumes,
          publishes: true,
          logger,
          tuning: { consumer: { fetchGapMs: definition.fetchGapMs ?? FETCH_GAP_MS } },
        }),
        definition.module(config),
      ],
      controllers: [OperatorController, ...(follows ? [CustomerAppConsumer, VaultController] : [])],
      providers: [
        OperatorService,
        OperatorFigures,
        OperatorActionsService,
        MessageFigures,
        ReplayMessage,
        DiscardMessage,
        SealAuditJob,
        ...(follows ? [VaultService, COPIES] : []),
      ],
    };
  }
}

/**
 * Identifies a process: only one process on a host has the port. Undefined if the system chooses
 * the port.
 */
function instanceOf(name: string, { internalPort }: ServiceConfig): string | undefined {
  return internalPort > 0 ? `${name}@${hostname()}:${internalPort}` : undefined;
}
