import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ShutdownHooks } from '@towpath/observability';
import { TransferBankUnavailable } from './ports.js';
import { Gw3Transfers } from './sandbox/gw3-transfers.js';
import { TransferBanks } from './transfer-banks.js';

/** The only place that knows which banks receive transfers. */
@Module({})
export class TransferBanksModule {
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: TransferBanksModule,
      // one for every slice, among them those that are not given settings
      global: true,
      providers: [
        {
          provide: TransferBanks,
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) => new TransferBanks(simulated(settings, hooks)),
        },
      ],
      exports: [TransferBanks],
    };
  }
}

function simulated(settings: SandboxVariables, hooks: ShutdownHooks): Gw3Transfers | null {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return null;
  const { url: baseUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new TransferBankUnavailable('GW3', reason),
  });
  hooks.register('sandbox bank of transfers', () => http.close());
  return new Gw3Transfers(http);
}
