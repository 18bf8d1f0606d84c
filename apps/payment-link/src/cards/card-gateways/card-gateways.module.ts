import { Module, type DynamicModule } from '@nestjs/common';
import { sandboxAccess, type SandboxAccess, type SandboxVariables } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { addressUnder } from '../../address-under.js';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import type { GatewayWire } from './sandbox/gateway-wire.js';
import { gw1Wire } from './sandbox/gw1.wire.js';
import { gw2Wire } from './sandbox/gw2.wire.js';
import { gw4Wire } from './sandbox/gw4.wire.js';
import { SandboxCardGateway } from './sandbox/sandbox-card-gateway.js';
import { GatewayUnavailable } from './ports.js';

export interface CardGatewaySettings extends SandboxVariables {
  readonly publicApiUrl: string;
  readonly publicPagesUrl: string;
}

const SANDBOX_WIRES: readonly GatewayWire[] = [gw1Wire, gw2Wire, gw4Wire];

/** The only place with the list of connectors; add connectors of live apps here. */
@Module({})
export class CardGatewaysModule {
  static forRoot(settings: CardGatewaySettings): DynamicModule {
    return {
      module: CardGatewaysModule,
      // one registry for every slice, among them those that are not given settings
      global: true,
      providers: [
        {
          provide: CardGatewayRegistry,
          inject: [ShutdownHooks, Metrics],
          useFactory: (hooks: ShutdownHooks, metrics: Metrics) => {
            const calls = new ConnectorCalls(metrics, 'card gateway');
            return new CardGatewayRegistry(calls.ofAll(simulated(settings, hooks)));
          },
        },
      ],
      exports: [CardGatewayRegistry],
    };
  }
}

function simulated(settings: CardGatewaySettings, hooks: ShutdownHooks): SandboxCardGateway[] {
  const sandbox = sandboxAccess(settings);
  if (!sandbox) return [];
  return SANDBOX_WIRES.map((wire) => cardGateway(settings, { wire, hooks, sandbox }));
}

interface Simulation {
  readonly wire: GatewayWire;
  readonly hooks: ShutdownHooks;
  readonly sandbox: SandboxAccess;
}

function cardGateway(
  { publicApiUrl, publicPagesUrl }: CardGatewaySettings,
  { wire, hooks, sandbox }: Simulation,
): SandboxCardGateway {
  const { url: baseUrl, publicUrl, secret } = sandbox;
  const name = wire.integrationId.toLowerCase();
  const http = new ConnectorClient({
    baseUrl,
    secret,
    silence: (reason) => new GatewayUnavailable(wire.integrationId, reason),
  });
  hooks.register(`sandbox card gateway ${wire.integrationId}`, () => http.close());
  return new SandboxCardGateway({
    wire,
    http,
    secret,
    publicUrl,
    pageOrigin: new URL(publicPagesUrl).origin,
    callBackUrl: addressUnder(publicApiUrl, { path: `/callbacks/cards/${name}` }).href,
  });
}
