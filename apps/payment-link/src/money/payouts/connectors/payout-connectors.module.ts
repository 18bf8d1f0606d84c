import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { PayoutRegistry } from './payout-registry.js';
import { Gw3Payouts } from './sandbox/gw3-payouts.js';
import { PayoutBankUnavailable } from './ports.js';

/** The only place with the list of banks for payouts; add live ones here. */
@Module({})
export class PayoutConnectorsModule {
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: PayoutConnectorsModule,
      // one registry for every slice, among them those that are not given settings
      global: true,
      providers: [
        {
          provide: PayoutRegistry,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const calls = new ConnectorCalls(metrics, 'bank of payouts');
            return new PayoutRegistry(calls.ofAll(simulated(settings, hooks)));
          },
        },
      ],
      exports: [PayoutRegistry],
    };
  }
}

function simulated(settings: SandboxVariables, hooks: ShutdownHooks): Gw3Payouts[] {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return [];
  const { url: baseUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new PayoutBankUnavailable('GW3', reason),
  });
  hooks.register('sandbox bank of payouts', () => http.close());
  return [new Gw3Payouts(http)];
}
