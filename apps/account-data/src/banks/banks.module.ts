import { Global, Module } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import { LOGGER } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks, type Logger } from '@towpath/observability';
import { AccountDataConfig } from '../account-data.config.js';
import { InstitutionConnectionsService } from './institution-connections/institution-connections.service.js';
import { SandboxInstitutionConnector } from './institution-connections/sandbox-institution-connector.js';
import { InstitutionsController } from './institutions/institutions.controller.js';
import { InstitutionsReads } from './institutions/institutions.reads.js';

/** The only place that knows which institutions are connected; real ones are added here. */
@Global()
@Module({
  controllers: [InstitutionsController],
  providers: [
    InstitutionsReads,
    {
      provide: InstitutionConnectionsService,
      inject: [AccountDataConfig, ShutdownHooks, Metrics, LOGGER],
      useFactory: (
        config: AccountDataConfig,
        hooks: ShutdownHooks,
        metrics: Metrics,
        logger: Logger,
      ) => {
        const sandbox = sandboxAccess(config);
        if (!sandbox) return new InstitutionConnectionsService([], logger);
        const connector = new SandboxInstitutionConnector(sandbox);
        hooks.register('simulated institutions', () => connector.close());
        // One connector of many institutions: too many for a label.
        const calls = new ConnectorCalls(metrics, 'institution');
        return new InstitutionConnectionsService([calls.of(connector, connector.appType)], logger);
      },
    },
  ],
  exports: [InstitutionsReads, InstitutionConnectionsService],
})
export class BanksModule {}
