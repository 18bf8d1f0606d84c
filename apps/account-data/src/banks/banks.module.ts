import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { LOGGER } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks, type Logger } from '@towpath/observability';
import { InstitutionConnectionsService } from './institution-connections/institution-connections.service.js';
import { SandboxBankHttp } from './institution-connections/sandbox-bank-http.js';
import { SandboxInstitutionConnector } from './institution-connections/sandbox-institution-connector.js';
import { InstitutionsController } from './institutions/institutions.controller.js';
import { InstitutionsReads } from './institutions/institutions.reads.js';

/** The only place that knows which institutions are connected; real ones are added here. */
@Module({})
export class BanksModule {
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: BanksModule,
      global: true,
      controllers: [InstitutionsController],
      providers: [
        InstitutionsReads,
        {
          provide: InstitutionConnectionsService,
          inject: [ShutdownHooks, Metrics, LOGGER],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics, logger: Logger) => {
            const calls = new ConnectorCalls(metrics, 'institution');
            // One connector of many institutions: too many for a label.
            const counted = simulated(settings, hooks).map((each) => calls.of(each, each.appType));
            return new InstitutionConnectionsService(counted, logger);
          },
        },
      ],
      exports: [InstitutionsReads, InstitutionConnectionsService],
    };
  }
}

function simulated(
  settings: SandboxVariables,
  hooks: ShutdownHooks,
): SandboxInstitutionConnector[] {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return [];
  const { url: baseUrl, publicUrl, secret } = sandbox;
  const http = new SandboxBankHttp({ baseUrl, secret });
  hooks.register('simulated institutions', () => http.close());
  return [new SandboxInstitutionConnector({ http, publicUrl })];
}
