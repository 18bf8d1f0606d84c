import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ShutdownHooks } from '@towpath/observability';
import { ConnectorClient } from '@towpath/http';
import { ProcessorLedgerController } from './processor-ledger.controller.js';
import { ProcessorLedger, type ProcessorLedgerEntry } from './ports.js';
import { ReadProcessorLedger } from './read-processor-ledger.query.js';
import { SandboxProcessorLedger } from './sandbox/sandbox-processor-ledger.js';
import { GatewayUnavailable } from '../../cards/card-gateways/ports.js';

@Module({})
export class ProcessorLedgerModule {
  static forRoot(settings: SandboxVariables): DynamicModule {
    return {
      module: ProcessorLedgerModule,
      controllers: [ProcessorLedgerController],
      providers: [
        {
          provide: ProcessorLedger,
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) => ledgerOf(settings, hooks),
        },
        ReadProcessorLedger,
      ],
    };
  }
}

/** Without simulated gateways there are no books to show. */
class NoProcessorLedger extends ProcessorLedger {
  override read(): Promise<ProcessorLedgerEntry[]> {
    return Promise.resolve([]);
  }
}

function ledgerOf(settings: SandboxVariables, hooks: ShutdownHooks): ProcessorLedger {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return new NoProcessorLedger();
  const { url: baseUrl, secret } = sandbox;
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new GatewayUnavailable('sandbox', reason),
  });
  hooks.register('sandbox ledger', () => http.close());
  return new SandboxProcessorLedger(http);
}
