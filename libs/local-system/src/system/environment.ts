import type { DatabaseUrls } from '@towpath/persistence';
import type { ServicePorts } from './ports.js';
import type { ServiceDefinition } from './services.js';

/** All addresses that the environment of a service depends on. */
export interface SystemLayout {
  readonly ports: Readonly<Record<string, ServicePorts>>;
  readonly databases: Readonly<Record<string, DatabaseUrls>>;
  /** `host:port`, joined by commas. */
  readonly kafkaBrokers: string;
  readonly keysDir: string;
  /** The checkout: built pages and generated documents are served from it. */
  readonly root: string;
  /** Shared by payment-link and the sandbox's card gateway. */
  readonly sandboxGatewaySecret: string;
  /** Of the console's local operator; none without. */
  readonly consolePasswordHash?: string;
  /** Variables of the user's own that win over ours, such as PUBLIC_API_URL or LOG_LEVEL. */
  readonly settings: Readonly<Record<string, string>>;
  /** Connectors of real processors speak to the doubles of these in the sandbox; for tests only. */
  readonly usesDoubles?: boolean;
}

export type Environment = Readonly<Record<string, string>>;

const HOST = '127.0.0.1';
/** Another origin than that of the API, without another port. */
const PAGES_HOST = 'localhost';
/** A third one: browsers look no name up below `localhost`. */
const FIELDS_HOST = 'fields.localhost';
const CONSOLE_HOST = 'console.localhost';
const LOOPBACK_TARGETS = '127.0.0.0/8,::1/128';

/** The variables of one service, without those that it inherits from its parent process. */
export function environmentOf(service: ServiceDefinition, layout: SystemLayout): Environment {
  const { port, internalPort } = portsOf(layout, service.name);
  return {
    HOST,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    ...databaseVariables(service.name, layout),
    KAFKA_BROKERS: layout.kafkaBrokers,
    KEYS_DIR: layout.keysDir,
    ...addressVariables(service, layout),
    ...ownVariables(service.name, layout),
    ...layout.settings,
  };
}

/** Base address of a service's public port. */
export function publicUrlOf(name: string, layout: Pick<SystemLayout, 'ports'>): string {
  return `http://${HOST}:${portsOf(layout, name).port}`;
}

/** Base address of a service's internal port. */
export function internalUrlOf(name: string, layout: Pick<SystemLayout, 'ports'>): string {
  return `http://${HOST}:${portsOf(layout, name).internalPort}`;
}

function databaseVariables(name: string, { databases }: SystemLayout): Environment {
  const urls = databases[name];
  return urls ? { DATABASE_URL: urls.app, DATABASE_WORKER_URL: urls.worker } : {};
}

/** `PAYMENT_LINK_INTERNAL_URL` of each service that may be called; the gateway forwards as well. */
function addressVariables({ name, calls }: ServiceDefinition, layout: SystemLayout): Environment {
  const variables: Record<string, string> = {};
  for (const called of ['gateway', ...calls]) {
    if (!layout.ports[called]) continue;
    const prefix = called.toUpperCase().replaceAll('-', '_');
    variables[`${prefix}_INTERNAL_URL`] = internalUrlOf(called, layout);
    if (name === 'gateway' && called !== 'gateway' && called !== 'sandbox') {
      variables[`${prefix}_URL`] = publicUrlOf(called, layout);
    }
  }
  return variables;
}

function ownVariables(name: string, layout: SystemLayout): Environment {
  const gateway = layout.ports['gateway'] ? publicUrlOf('gateway', layout) : '';
  const sandbox = layout.ports['sandbox'] ? publicUrlOf('sandbox', layout) : '';
  const pages = {
    PUBLIC_API_URL: gateway,
    PUBLIC_PAGES_URL: gateway.replace(HOST, PAGES_HOST),
  };
  const fields = { PUBLIC_FIELDS_URL: gateway.replace(HOST, FIELDS_HOST) };
  const secret = { SANDBOX_GATEWAY_SECRET: layout.sandboxGatewaySecret };
  const doubles: Environment = layout.usesDoubles ? { STRIPE_API_URL: sandbox } : {};
  switch (name) {
    case 'gateway':
      return {
        ...pages,
        ...fields,
        ...consoleVariables(gateway, layout),
        HOSTED_UI_DIR: `${layout.root}/apps/hosted-ui/dist`,
        CONSOLE_DIR: `${layout.root}/apps/console/dist`,
        GUIDES_DIR: `${layout.root}/apps/guides/dist`,
        OPENAPI_FILE: `${layout.root}/docs/generated/openapi/openapi.json`,
        CARD_FIELDS_ORIGINS: sandbox,
      };
    case 'payment-link':
      return {
        ...pages,
        ...fields,
        ...secret,
        ...doubles,
        SANDBOX_URL: sandbox,
        SANDBOX_PUBLIC_URL: sandbox,
      };
    case 'mandate':
    case 'account-data':
      return { ...pages, ...secret, SANDBOX_URL: sandbox, SANDBOX_PUBLIC_URL: sandbox };
    case 'dispute':
      return { ...secret, ...doubles, SANDBOX_URL: sandbox };
    case 'sandbox':
      return { ...pages, ...secret, SANDBOX_PUBLIC_URL: sandbox };
    case 'webhook-dispatch':
      return { WEBHOOK_ALLOWED_TARGETS: LOOPBACK_TARGETS };
    default:
      return {};
  }
}

/**
 * The console with one local operator; with a provider of the user's own, without that operator. A
 * system that others reach (PUBLIC_API_URL) has no console unless the user sets one up.
 */
function consoleVariables(
  gateway: string,
  { settings, consolePasswordHash: hash }: SystemLayout,
): Environment {
  const console = { PUBLIC_CONSOLE_URL: gateway.replace(HOST, CONSOLE_HOST) };
  if (settings['CONSOLE_OIDC_ISSUER']) return console;
  if (settings['PUBLIC_API_URL'] || !hash) return {};
  return { ...console, CONSOLE_LOCAL_PASSWORD_HASH: hash };
}

function portsOf({ ports }: Pick<SystemLayout, 'ports'>, name: string): ServicePorts {
  const found = ports[name];
  if (!found) throw new Error(`${name} is not part of this system`);
  return found;
}
