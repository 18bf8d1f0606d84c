import { Module, type DynamicModule } from '@nestjs/common';
import { ShutdownHooks } from '@towpath/observability';
import { InstitutionConnectorRegistry } from './institution-connector.registry.js';
import { SandboxBankHttp } from './sandbox/sandbox-bank-http.js';
import { SandboxInstitutionConnector } from './sandbox/sandbox-institution-connector.js';

export interface InstitutionConnectionSettings {
  readonly sandboxUrl: string;
  readonly sandboxPublicUrl: string;
  readonly sandboxGatewaySecret: string;
}

/** The only place that knows which institutions are connected; real ones are added here. */
@Module({})
export class InstitutionConnectionsModule {
  /** Global: logins, refreshes, retrievals and unlinks start from the registry. */
  static forRoot(settings: InstitutionConnectionSettings): DynamicModule {
    return {
      module: InstitutionConnectionsModule,
      global: true,
      providers: [
        {
          provide: InstitutionConnectorRegistry,
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) =>
            new InstitutionConnectorRegistry([sandbox(settings, hooks)]),
        },
      ],
      exports: [InstitutionConnectorRegistry],
    };
  }
}

function sandbox(
  settings: InstitutionConnectionSettings,
  hooks: ShutdownHooks,
): SandboxInstitutionConnector {
  const { sandboxUrl: baseUrl, sandboxGatewaySecret: secret } = settings;
  const http = new SandboxBankHttp({ baseUrl, secret });
  hooks.register('simulated institutions', () => http.close());
  return new SandboxInstitutionConnector({ http, publicUrl: settings.sandboxPublicUrl });
}
