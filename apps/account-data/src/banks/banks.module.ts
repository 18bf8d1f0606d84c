import { Global, Module } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { AccountDataConfig } from '../account-data.config.js';
import {
  INSTITUTION_CONNECTORS,
  InstitutionConnectionsService,
} from './institution-connections/institution-connections.service.js';
import { SandboxInstitutionConnector } from './institution-connections/sandbox-institution-connector.js';
import { InstitutionsController } from './institutions/institutions.controller.js';
import { InstitutionsReads } from './institutions/institutions.reads.js';

/** The only place that knows which institutions are connected; real ones are added here. */
@Global()
@Module({
  controllers: [InstitutionsController],
  providers: [
    InstitutionsReads,
    InstitutionConnectionsService,
    {
      provide: INSTITUTION_CONNECTORS,
      inject: [AccountDataConfig, ShutdownHooks, Metrics],
      useFactory: (config: AccountDataConfig, hooks: ShutdownHooks, metrics: Metrics) => {
        const sandbox = sandboxAccess(config);
        if (!sandbox) return [];
        const connector = new SandboxInstitutionConnector(sandbox);
        hooks.register('simulated institutions', () => connector.close());
        // One connector of many institutions: too many for a label.
        return [new ConnectorCalls(metrics, 'institution').of(connector, connector.appType)];
      },
    },
  ],
  exports: [InstitutionsReads, InstitutionConnectionsService],
})
export class BanksModule {}
