import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig, printsUsage, type ServiceConfig } from '@towpath/config';
import { createHttpApp, listen, Quiescence, runMain, SERVICE_AUTH_KEY } from '@towpath/http';
import { Backlog, connectMessaging } from '@towpath/messaging';
import { createLogger } from '@towpath/observability';
import type { ServiceDefinition } from './service-definition.js';
import { ServiceModule } from './service.module.js';
import { BASE_KEY_PURPOSES, FileKeyProvider } from '@towpath/persistence';

/**
 * The service with its routes, tables and handlers; it neither listens nor consumes yet. Throws
 * `MissingKey` before anything else when a key file is missing or unusable.
 */
export async function createService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
): Promise<NestFastifyApplication> {
  assertKeys(definition, config.keysDir);
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const peers = definition.peers?.(config);
  const trustProxy = definition.trustProxy?.(config);
  const app = await createHttpApp(ServiceModule.forRoot(definition, { config, logger }), {
    service: definition.name,
    config,
    logger,
    ...(peers ? { peers } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    assertServed: definition.assertServed?.(config),
  });
  const quiescence = app.get(Quiescence);
  const backlog = app.get(Backlog);
  quiescence.register('outbox', (customerApp) => backlog.unpublished(customerApp));
  quiescence.register('parked', (customerApp) => backlog.parked(customerApp));
  quiescence.register('in_flight', () => backlog.unread());
  quiescence.register('in_flight', (customerApp) => backlog.setAside(customerApp));
  return app;
}

/** The whole of a service's `main.ts`. */
export async function runService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  prepare: (app: NestFastifyApplication, config: C) => Promise<void> | void = () => undefined,
): Promise<void> {
  const { name, config: variables } = definition;
  const purpose = `Runs the service ${name} until SIGTERM.`;
  if (printsUsage({ purpose, config: variables })) return;
  return runMain(definition.name, async () => {
    const config = loadConfig(definition.config);
    const app = await createService(definition, config);
    await prepare(app, config);
    await connectMessaging(app);
    await listen(app);
    return app;
  });
}

/**
 * Reads every key file of a service, before anything is built or asked. Throws one `MissingKey` that
 * names all that are missing or unusable. The gateway signs its own tokens, so it needs no
 * `service-auth`.
 */
function assertKeys(
  { name, keyPurposes = [] }: Pick<ServiceDefinition, 'name' | 'keyPurposes'>,
  folder: string,
): void {
  const atMint = name === 'gateway' ? [] : [SERVICE_AUTH_KEY];
  const keys = new FileKeyProvider({ folder, service: name });
  keys.require([...BASE_KEY_PURPOSES, ...atMint, ...keyPurposes]);
}
