import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { addressUnder } from '../../address-under.js';
import { DirectDebitRegistry } from './direct-debit-registry.js';
import { Gw3DirectDebit } from './sandbox/gw3-direct-debit.js';
import { BankUnavailable } from './ports.js';

export interface DirectDebitSettings extends SandboxVariables {
  readonly publicApiUrl: string;
  readonly bankCallbackUrl?: string | undefined;
}

/** The only place with the list of banks; add live ones here. */
@Module({})
export class DirectDebitModule {
  /** Global: every call to a bank starts from one of its connectors. */
  static forRoot(settings: DirectDebitSettings): DynamicModule {
    return {
      module: DirectDebitModule,
      global: true,
      providers: [
        {
          provide: DirectDebitRegistry,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const calls = new ConnectorCalls(metrics, 'direct debit bank');
            return new DirectDebitRegistry(calls.ofAll(simulated(settings, hooks)));
          },
        },
      ],
      exports: [DirectDebitRegistry],
    };
  }
}

function simulated(settings: DirectDebitSettings, hooks: ShutdownHooks): Gw3DirectDebit[] {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return [];
  const { url: baseUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new BankUnavailable('GW3', reason),
  });
  hooks.register('sandbox direct debit bank GW3', () => http.close());
  const base = settings.bankCallbackUrl ?? settings.publicApiUrl;
  const callBackUrl = addressUnder(base, { path: '/callbacks/direct_debits/gw3' }).href;
  return [new Gw3DirectDebit({ http, secret, callBackUrl })];
}
