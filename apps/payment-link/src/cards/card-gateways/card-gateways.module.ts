import { Module, type DynamicModule } from '@nestjs/common';
import { ShutdownHooks } from '@towpath/observability';
import { addressUnder } from '../../address-under.js';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import { GatewayDialogue } from './gateway-dialogue.js';
import type { GatewayWire } from './sandbox/gateway-wire.js';
import { gw1Wire } from './sandbox/gw1.wire.js';
import { gw2Wire } from './sandbox/gw2.wire.js';
import { gw4Wire } from './sandbox/gw4.wire.js';
import { SandboxCardGateway } from './sandbox/sandbox-card-gateway.js';
import { SandboxHttp } from './sandbox/sandbox-http.js';

export interface CardGatewaySettings {
  readonly sandboxUrl: string;
  readonly sandboxPublicUrl: string;
  readonly sandboxGatewaySecret: string;
  readonly publicApiUrl: string;
  readonly publicPagesUrl: string;
}

const SANDBOX_WIRES: readonly GatewayWire[] = [gw1Wire, gw2Wire, gw4Wire];

/** The only place that knows which connectors there are; live ones are added here. */
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
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) =>
            new CardGatewayRegistry(
              SANDBOX_WIRES.map((wire) => sandbox(settings, { wire, hooks })),
            ),
        },
        GatewayDialogue,
      ],
      exports: [CardGatewayRegistry, GatewayDialogue],
    };
  }
}

function sandbox(
  settings: CardGatewaySettings,
  { wire, hooks }: { readonly wire: GatewayWire; readonly hooks: ShutdownHooks },
): SandboxCardGateway {
  const { sandboxGatewaySecret: secret, publicApiUrl } = settings;
  const name = wire.integrationId.toLowerCase();
  const http = new SandboxHttp({
    baseUrl: settings.sandboxUrl,
    secret,
    integrationId: wire.integrationId,
  });
  hooks.register(`sandbox card gateway ${wire.integrationId}`, () => http.close());
  return new SandboxCardGateway({
    wire,
    http,
    secret,
    publicUrl: settings.sandboxPublicUrl,
    pageOrigin: new URL(settings.publicPagesUrl).origin,
    callBackUrl: addressUnder(publicApiUrl, { path: `/callbacks/cards/${name}` }).href,
  });
}
