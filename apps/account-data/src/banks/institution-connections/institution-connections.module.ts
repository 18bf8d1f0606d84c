import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { InstitutionConnectorRegistry } from './institution-connector.registry.js';
import { SandboxBankHttp } from './sandbox/sandbox-bank-http.js';
import { SandboxInstitutionConnector } from './sandbox/sandbox-institution-connector.js';

/** The only place that knows which institutions are connected; real ones are added here. */
@Module({})
export class InstitutionConnectionsModule {
  /** Global: logins, refreshes, retrievals and unlinks start from the registry. */
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: InstitutionConnectionsModule,
      global: true,
      providers: [
        {
          provide: InstitutionConnectorRegistry,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const calls = new ConnectorCalls(metrics, 'institution');
            // One connector of many institutions: too many for a label.
            const counted = simulated(settings, hooks).map((each) => calls.of(each, each.appType));
            return new InstitutionConnectorRegistry(counted);
          },
        },
      ],
      exports: [InstitutionConnectorRegistry],
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
