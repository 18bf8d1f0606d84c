import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { BillingRegistry } from './billing-registry.js';
import { TestBillingSystem, BillingUnavailable } from './ports.js';
import { ExtBilling } from './sandbox/ext-billing.js';
import { NoTestBilling } from './sandbox/no-test-billing.js';

const SIMULATED = Symbol('the simulated billing system');

/** The only place with the list of billing systems; add live ones here. */
@Module({})
export class BillingConnectorsModule {
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: BillingConnectorsModule,
      global: true,
      providers: [
        {
          provide: SIMULATED,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const ext = simulatedBy(settings, hooks);
            return ext && new ConnectorCalls(metrics, 'billing system').of(ext, ext.integrationId);
          },
        },
        {
          provide: BillingRegistry,
          inject: [SIMULATED],
          useFactory: (ext: ExtBilling | null) => new BillingRegistry(ext ? [ext] : []),
        },
        {
          provide: TestBillingSystem,
          inject: [SIMULATED],
          useFactory: (ext: ExtBilling | null) => ext ?? new NoTestBilling(),
        },
      ],
      exports: [BillingRegistry, TestBillingSystem],
    };
  }
}

function simulatedBy(settings: SandboxVariables, hooks: ShutdownHooks): ExtBilling | null {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return null;
  const http = new ConnectorClient({
    baseUrl: sandbox.url,
    secret: sandbox.secret,
    silence: (reason) => new BillingUnavailable('EXT', reason),
  });
  hooks.register('sandbox billing system', () => http.close());
  return new ExtBilling(http);
}
