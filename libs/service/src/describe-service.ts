import {
  describeConfig,
  loadConfig,
  printsUsage,
  type ConfigClass,
  type ConfigRow,
  type ServiceConfig,
} from '@towpath/config';
import {
  createHttpApp,
  createOpenApiDocument,
  createOperatorDocument,
  SERVICE_AUTH_KEY,
} from '@towpath/http';
import { silentLogger } from '@towpath/observability';
import { BASE_KEY_PURPOSES, baseRetention } from '@towpath/persistence';
import { CUSTOMER_APP_EVENTS } from './customer-app.consumer.js';
import type { ServiceDefinition } from './service-definition.js';
import { ServiceModule } from './service.module.js';

/**
 * The program `generate.ts` of a service: prints its description as JSON (OpenAPI, configuration,
 * state machines, retention, and the content of its manifest). It neither listens nor connects.
 */
export async function describeService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
): Promise<void> {
  const { name, machines, retention = [] } = definition;
  if (printsUsage({ purpose: `Prints a description of ${name} as JSON.` })) return;
  const config = loadConfig(definition.config, exampleEnvironment(definition.config));
  const logger = silentLogger();
  const app = await createHttpApp(ServiceModule.forRoot(definition, { config, logger }), {
    service: name,
    config,
    logger,
  });
  const description = {
    service: name,
    openapi: await createOpenApiDocument(app),
    operators: await createOperatorDocument(app, name),
    config: describeConfig(definition.config),
    retention: [...baseRetention, ...retention],
    ...connectionsOf(definition),
    machines: machines.map(({ name: machine, states, edges, readOnlyStates }) => ({
      name: machine,
      states,
      edges,
      ...(readOnlyStates ? { readOnlyStates } : {}),
    })),
  };
  await new Promise((resolve) => process.stdout.write(JSON.stringify(description), resolve));
  process.exit(0);
}

/** The services that it calls, the keys that it holds, and the topics that it reads. */
function connectionsOf<C extends ServiceConfig>(definition: ServiceDefinition<C>) {
  const { config: configClass, peers, keyPurposes = [], consumes } = definition;
  const { followsCustomerApps = true } = definition;
  const everything = loadConfig(
    configClass,
    exampleEnvironment(configClass, ({ default: fallback }) => fallback === undefined),
  );
  const events = [...(followsCustomerApps ? CUSTOMER_APP_EVENTS : []), ...consumes];
  return {
    calls: Object.keys(peers?.(everything) ?? {}).sort(),
    keyPurposes: [...BASE_KEY_PURPOSES, SERVICE_AUTH_KEY, ...keyPurposes].sort(),
    reads: [...new Set(events.map(({ topic }) => topic))].sort(),
  };
}

/** Long enough for every secret. */
const EXAMPLE_SECRET = 'example-of-at-least-thirty-two-characters';

/** Values that pass the checks of the configuration; nothing is reached with them. */
function exampleEnvironment<C>(
  configClass: ConfigClass<C>,
  isGiven = ({ required }: ConfigRow): boolean => required,
): Record<string, string> {
  const rows = describeConfig(configClass).filter(isGiven);
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      row.example ?? (row.name.endsWith('_URL') ? 'http://127.0.0.1:1' : EXAMPLE_SECRET),
    ]),
  );
}
