import { Module, type DynamicModule } from '@nestjs/common';
import { ShutdownHooks } from '@towpath/observability';
import { addressUnder } from '../address-under.js';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import { SandboxCardGateway } from './sandbox/sandbox-card-gateway.js';
import { SandboxHttp } from './sandbox/sandbox-http.js';

export interface CardGatewaySettings {
  readonly sandboxUrl: string;
  readonly sandboxPublicUrl: string;
  readonly sandboxGatewaySecret: string;
  readonly publicApiUrl: string;
  readonly publicPagesUrl: string;
}

/** The only place that knows which connectors there are; live ones are added here. */
@Module({})
export class CardGatewaysModule {
  static forRoot(settings: CardGatewaySettings): DynamicModule {
    return {
      module: CardGatewaysModule,
      providers: [
        {
          provide: CardGatewayRegistry,
          inject: [ShutdownHooks],
          useFactory: (hooks: ShutdownHooks) => new CardGatewayRegistry([sandbox(settings, hooks)]),
        },
      ],
      exports: [CardGatewayRegistry],
    };
  }
}

function sandbox(settings: CardGatewaySettings, hooks: ShutdownHooks): SandboxCardGateway {
  const { sandboxGatewaySecret: secret, publicApiUrl } = settings;
  const http = new SandboxHttp({
    baseUrl: settings.sandboxUrl,
    secret,
    integrationId: 'GW1',
  });
  hooks.register('sandbox card gateway', () => http.close());
  return new SandboxCardGateway({
    http,
    secret,
    publicUrl: settings.sandboxPublicUrl,
    pageOrigin: new URL(settings.publicPagesUrl).origin,
    callBackUrl: addressUnder(publicApiUrl, { path: '/callbacks/cards/gw1' }).href,
  });
}
