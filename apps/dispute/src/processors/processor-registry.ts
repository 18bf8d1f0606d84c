import type { FactoryProvider } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorRegistry } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import type { DisputeProcessor } from './ports.js';
import { gw1Wire } from './sandbox/gw1.wire.js';
import { gw2Wire } from './sandbox/gw2.wire.js';
import { gw4Wire } from './sandbox/gw4.wire.js';
import { SandboxHttp } from './sandbox/sandbox-http.js';
import { SandboxProcessor } from './sandbox/sandbox-processor.js';

/** All processors. Test apps reach simulated ones only, live apps none of those. */
export class ProcessorRegistry extends ConnectorRegistry<DisputeProcessor> {
  constructor(processors: readonly DisputeProcessor[]) {
    super('dispute', processors);
  }
}

/** The only place with the list of processors; add live ones here. */
export function processorRegistry(settings: SandboxVariables): FactoryProvider<ProcessorRegistry> {
  return {
    provide: ProcessorRegistry,
    inject: [ShutdownHooks, Metrics],
    useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
      const calls = new ConnectorCalls(metrics, 'card processor');
      return new ProcessorRegistry(calls.ofAll(simulated(settings, hooks)));
    },
  };
}

function simulated(settings: SandboxVariables, hooks: ShutdownHooks): SandboxProcessor[] {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return [];
  const { url: baseUrl, secret, secrets } = sandbox;
  const http = new SandboxHttp({ baseUrl, secret });
  hooks.register('sandbox card processors', () => http.close());
  return [gw1Wire, gw2Wire, gw4Wire].map((wire) => new SandboxProcessor({ wire, http, secrets }));
}
