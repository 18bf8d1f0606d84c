import type { FactoryProvider } from '@nestjs/common';
import { sandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorRegistry, GatewayCredentials, LOGGER, StripeClient } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import { ConnectorCalls, Metrics, ShutdownHooks, type Logger } from '@towpath/observability';
import type { DisputeProcessor } from './ports.js';
import { gw1Wire } from './sandbox/gw1.wire.js';
import { gw2Wire } from './sandbox/gw2.wire.js';
import { gw4Wire } from './sandbox/gw4.wire.js';
import { SandboxHttp } from './sandbox/sandbox-http.js';
import { SandboxProcessor } from './sandbox/sandbox-processor.js';
import { StripeProcessor, StripeSilent } from './stripe/stripe-processor.js';

/** All processors. Test apps reach simulated ones only, live apps none of those. */
export class ProcessorRegistry extends ConnectorRegistry<DisputeProcessor> {
  constructor(processors: readonly DisputeProcessor[]) {
    super('dispute', processors);
  }
}

interface ProcessorSettings extends SandboxVariables {
  readonly stripeApiUrl: string;
}

type Parts = [ShutdownHooks, Metrics, GatewayCredentials, Clock, Logger];

/** The only place with the list of processors; add live ones here. */
export function processorRegistry(settings: ProcessorSettings): FactoryProvider<ProcessorRegistry> {
  return {
    provide: ProcessorRegistry,
    inject: [ShutdownHooks, Metrics, GatewayCredentials, Clock, LOGGER],
    useFactory: (...[hooks, metrics, credentials, clock, logger]: Parts) => {
      const calls = new ConnectorCalls(metrics, 'card processor');
      const { stripeApiUrl: apiUrl } = settings;
      const real = (['TEST', 'LIVE'] as const).map((appType) => {
        const Unavailable = StripeSilent;
        const parts = { appType, apiUrl, credentials, clock, logger, metrics, Unavailable };
        return new StripeProcessor(new StripeClient(parts));
      });
      const processors: DisputeProcessor[] = [...simulated(settings, hooks), ...real];
      return new ProcessorRegistry(calls.ofAll(processors));
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
