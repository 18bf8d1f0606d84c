import { Module, type DynamicModule } from '@nestjs/common';
import { ShutdownHooks } from '@towpath/observability';
import { SandboxHttp } from '../../cards/card-gateways/sandbox/sandbox-http.js';
import { ProcessorLedgerController } from './processor-ledger.controller.js';
import { ProcessorLedger } from './ports.js';
import { ReadProcessorLedger } from './read-processor-ledger.query.js';
import { SandboxProcessorLedger } from './sandbox/sandbox-processor-ledger.js';

export interface ProcessorLedgerSettings {
  readonly sandboxUrl: string;
  readonly sandboxGatewaySecret: string;
}

@Module({})
export class ProcessorLedgerModule {
  static forRoot(settings: ProcessorLedgerSettings): DynamicModule {
    return {
      module: ProcessorLedgerModule,
      controllers: [ProcessorLedgerController],
      providers: [
        {
          provide: ProcessorLedger,
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) => sandboxLedger(settings, hooks),
        },
        ReadProcessorLedger,
      ],
    };
  }
}

function sandboxLedger(settings: ProcessorLedgerSettings, hooks: ShutdownHooks): ProcessorLedger {
  const http = new SandboxHttp({
    baseUrl: settings.sandboxUrl,
    secret: settings.sandboxGatewaySecret,
    integrationId: 'sandbox',
  });
  hooks.register('sandbox ledger', () => http.close());
  return new SandboxProcessorLedger(http);
}
