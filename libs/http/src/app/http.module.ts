import {
  Global,
  Module,
  type DynamicModule,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HealthRegistry, Metrics, ShutdownHooks, type Logger } from '@towpath/observability';

import { Authenticator, SERVICE_NAME } from '../access/authenticator.js';
import {
  CustomerAppDirectory,
  KNOWN_APPS,
  type KnownApps,
} from '../access/customer-app-directory.js';
import { KNOWN_KEYS, PublicKeySource, type KnownKeys } from '../access/public-key-source.js';
import { TokenVerifier } from '../access/token-verifier.js';
import { InternalClient } from '../client/internal-client.js';
import { ServiceTokenSource } from '../client/service-token-source.js';
import { ErrorResponder } from '../errors/error-responder.js';
import { IdempotentAnswers } from '../idempotency/idempotent-answers.js';
import { BodyIntake } from '../input/body-intake.js';
import { InternalModule } from '../internal/internal.module.js';
import { gatewayDirectory, gatewayKeys, gatewayTokens, keysOf } from './gateway-ports.js';
import { HTTP_OPTIONS, LOGGER, type HttpAppOptions } from './http-options.js';
import { lazily, portOr } from './ports.js';

/** Runs the shutdown hooks once all modules are closed. */
@Injectable()
class HttpLifecycle implements OnApplicationShutdown {
  constructor(private readonly hooks: ShutdownHooks) {}

  async onApplicationShutdown(): Promise<void> {
    await this.hooks.run();
  }
}

/** Shared providers of every app: clients, checks of callers, health, metrics. */
@Global()
@Module({})
export class HttpModule {
  static forRoot(options: HttpAppOptions, logger: Logger): DynamicModule {
    const { service } = options;
    return {
      module: HttpModule,
      imports: [InternalModule],
      providers: [
        { provide: HTTP_OPTIONS, useValue: options },
        { provide: SERVICE_NAME, useValue: service },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: new Metrics(service).withProcessMetrics() },
        { provide: HealthRegistry, useValue: new HealthRegistry(logger) },
        { provide: ShutdownHooks, useValue: new ShutdownHooks(logger) },
        { provide: ErrorResponder, useValue: new ErrorResponder(logger) },
        { provide: BodyIntake, useValue: new BodyIntake() },
        HttpLifecycle,
        IdempotentAnswers,
        { provide: InternalClient, inject: [ModuleRef], useFactory: clientFactory(options) },
        {
          provide: KNOWN_APPS,
          inject: [ModuleRef, InternalClient],
          useFactory: directoryFactory,
        },
        {
          provide: Authenticator,
          inject: [KNOWN_KEYS, KNOWN_APPS],
          useFactory: authenticatorFactory(options),
        },
        {
          provide: KNOWN_KEYS,
          inject: [ModuleRef, InternalClient],
          useFactory: keysFactory(logger),
        },
      ],
      exports: [
        HTTP_OPTIONS,
        SERVICE_NAME,
        LOGGER,
        Metrics,
        HealthRegistry,
        ShutdownHooks,
        ErrorResponder,
        BodyIntake,
        IdempotentAnswers,
        InternalClient,
        Authenticator,
        KNOWN_APPS,
        KNOWN_KEYS,
        InternalModule,
      ],
    };
  }
}

function clientFactory({ service, config, peers }: HttpAppOptions) {
  return (modules: ModuleRef): InternalClient => {
    const client: InternalClient = new InternalClient({
      service,
      urlOf: (target) => (target === 'gateway' ? config.gatewayInternalUrl : peers?.[target]),
      tokens: lazily(() =>
        portOr(modules, ServiceTokenSource, () => {
          const keys = keysOf(modules, { service, folder: config.keysDir });
          return gatewayTokens(client, { service, keys });
        }),
      ),
    });
    return client;
  };
}

function authenticatorFactory({ service }: HttpAppOptions) {
  return (keys: KnownKeys, apps: KnownApps): Authenticator =>
    new Authenticator(new TokenVerifier(keys), apps, service);
}

/** The app's `PublicKeySource`, else the gateway's published set, found at first use. */
function keysFactory(logger: Logger) {
  return (modules: ModuleRef, client: InternalClient): KnownKeys => {
    const keys = lazily(() => portOr(modules, PublicKeySource, () => gatewayKeys(client, logger)));
    return { find: (keyId) => keys().find(keyId), trusts: (keyId) => keys().trusts(keyId) };
  };
}

/** The app's `CustomerAppDirectory`, else its views, found when the first request asks. */
function directoryFactory(modules: ModuleRef, client: InternalClient): KnownApps {
  const directory = lazily(() =>
    portOr(modules, CustomerAppDirectory, () => gatewayDirectory(client, modules)),
  );
  return { find: (app) => directory().find(app) };
}
