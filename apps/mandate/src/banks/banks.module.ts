import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import type { MandateConfig } from '../mandate.config.js';
import { DirectDebitBanksController } from './direct-debit/direct-debit-banks.controller.js';
import { DirectDebitRegistry } from './direct-debit/direct-debit-registry.js';
import { Gw3DirectDebit } from './direct-debit/gw3-direct-debit.js';
import { BankUnavailable } from './direct-debit/ports.js';
import { InstitutionsReads } from './institutions/institutions.reads.js';

/** The only place with the list of banks; add live ones here. */
@Module({})
export class BanksModule {
  /** Global: every call to a bank starts from one of its connectors. */
  static forRoot(config: MandateConfig): DynamicModule {
    return {
      module: BanksModule,
      global: true,
      controllers: [DirectDebitBanksController],
      providers: [
        InstitutionsReads,
        {
          provide: DirectDebitRegistry,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const calls = new ConnectorCalls(metrics, 'direct debit bank');
            return new DirectDebitRegistry(calls.ofAll(simulated(config, hooks)));
          },
        },
      ],
      exports: [DirectDebitRegistry, InstitutionsReads],
    };
  }
}

function simulated(config: MandateConfig, hooks: ShutdownHooks): Gw3DirectDebit[] {
  const sandbox = sandboxAccess(config);
  if (!sandbox) return [];
  const { url: baseUrl, secret, secrets } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new BankUnavailable('GW3', reason),
  });
  hooks.register('sandbox direct debit bank GW3', () => http.close());
  const base = config.bankCallbackUrl ?? config.publicApiUrl;
  const callBackUrl = `${base.replace(/\/+$/, '')}/callbacks/direct_debits/gw3`;
  return [new Gw3DirectDebit({ http, secrets, callBackUrl })];
}
