import { VERSION, type ServiceName } from '@towpath/contracts';
import type { ServiceManifest } from '../manifests.js';

/** What the platform gives a service, and what it may scale to. */
export interface ServiceSize {
  readonly cpu: string;
  readonly memoryMiB: number;
  readonly least: number;
  /** Consumers never have more replicas than a topic has partitions. */
  readonly most: number;
}

export const SIZES: Readonly<Record<ServiceName, ServiceSize>> = {
  gateway: { cpu: '250m', memoryMiB: 512, least: 2, most: 12 },
  'payment-link': { cpu: '250m', memoryMiB: 512, least: 2, most: 12 },
  mandate: { cpu: '250m', memoryMiB: 512, least: 2, most: 12 },
  dispute: { cpu: '100m', memoryMiB: 384, least: 2, most: 6 },
  'account-data': { cpu: '250m', memoryMiB: 512, least: 2, most: 12 },
  'webhook-dispatch': { cpu: '250m', memoryMiB: 512, least: 2, most: 12 },
};

/** Of everything, and the name of its namespace. */
export const PART_OF = 'towpath';
export const IMAGE = `towpath:${VERSION}`;
export const USER_ID = 1000;
export const PORTS = { public: 8080, internal: 9080, operator: 9180, kafka: 9093, postgres: 5432 };
export const SECRETS_FOLDER = '/run/secrets/towpath';
export const KAFKA_CLUSTER = 'kafka';
/** The variable with the brokers' addresses. */
export const KAFKA_BROKERS = 'KAFKA_BROKERS';
/** Strimzi keeps the authority of its cluster there. */
export const KAFKA_CA = { secret: `${KAFKA_CLUSTER}-cluster-ca-cert`, key: 'ca.crt' };
/** Its file in a service's folder of secrets. */
export const KAFKA_CA_FILE = 'kafka-ca.crt';

/** Values of a config map that every service reads. */
const SHARED: Readonly<Record<string, string>> = {
  HOST: '0.0.0.0',
  PORT: String(PORTS.public),
  INTERNAL_PORT: String(PORTS.internal),
  OPERATOR_PORT: String(PORTS.operator),
  DATABASE_URL_FILE: `${SECRETS_FOLDER}/database-url`,
  DATABASE_WORKER_URL_FILE: `${SECRETS_FOLDER}/database-worker-url`,
  // With its namespace: the autoscaler reads it too, and runs in another.
  [KAFKA_BROKERS]: `${KAFKA_CLUSTER}-kafka-bootstrap.${PART_OF}.svc:${PORTS.kafka}`,
  KAFKA_REPLICATION_FACTOR: '3',
  KAFKA_PASSWORD_FILE: `${SECRETS_FOLDER}/kafka-password`,
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_TLS: 'true',
  KAFKA_CA_FILE: `${SECRETS_FOLDER}/${KAFKA_CA_FILE}`,
  KEYS_DIR: SECRETS_FOLDER,
  LOG_LEVEL: 'info',
  GATEWAY_INTERNAL_URL: `http://gateway:${PORTS.internal}`,
};

/** Values of a config map that an overlay replaces: where the world reaches the gateway. */
const PUBLIC: Readonly<Record<string, string>> = {
  PUBLIC_API_URL: 'https://api.example.com',
  PUBLIC_PAGES_URL: 'https://pay.example.com',
  PUBLIC_FIELDS_URL: 'https://fields.example.com',
};

/**
 * Variables that stay unset: the role of migrations, the simulated banks and the keys of processors
 * (set by their components), the console (set in the overlay), the tour of a machine, and what
 * means "not in use" when absent. Each is optional.
 */
export const UNSET = [
  'DATABASE_OWNER_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'BANK_CALLBACK_URL',
  'PUBLIC_CONSOLE_URL',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_APPS_CLAIM',
  'CONSOLE_LOCAL_PASSWORD_HASH',
  'CONSOLE_TRACE_URL',
  'TOUR_FILE',
  'SANDBOX_URL',
  'SANDBOX_PUBLIC_URL',
  'SANDBOX_INTERNAL_URL',
  'SANDBOX_GATEWAY_SECRET',
  'SANDBOX_GATEWAY_PREVIOUS_SECRET',
  'STRIPE_TEST_SECRET_KEY',
  'STRIPE_TEST_PUBLISHABLE_KEY',
  'STRIPE_TEST_WEBHOOK_SECRETS',
  'STRIPE_LIVE_SECRET_KEY',
  'STRIPE_LIVE_PUBLISHABLE_KEY',
  'STRIPE_LIVE_WEBHOOK_SECRETS',
];

export interface Settings {
  /** The same for every service. */
  readonly shared: Readonly<Record<string, string>>;
  /** By key of the config map `public-config`, which an overlay replaces. */
  readonly public: Readonly<Record<string, string>>;
  /** This service's own. */
  readonly own: Readonly<Record<string, string>>;
}

/** Every variable that a service reads, with where its value comes from. Throws for one without. */
export function settingsOf(manifest: ServiceManifest): Settings {
  const own: Record<string, string> = {};
  const fromPublic: Record<string, string> = {};
  for (const { name, secret, default: fallback } of manifest.variables) {
    const variable = secret ? `${name}_FILE` : name;
    if (variable in SHARED || UNSET.includes(name)) continue;
    const shown = PUBLIC[name];
    if (shown !== undefined) fromPublic[name] = shown;
    else own[variable] = ownValue(manifest, { name, fallback });
  }
  return { shared: SHARED, public: fromPublic, own };
}

export const PUBLIC_SETTINGS = PUBLIC;

function ownValue(
  manifest: ServiceManifest,
  { name, fallback }: { readonly name: string; readonly fallback: string | undefined },
): string {
  if (name === 'KAFKA_USERNAME') return manifest.service;
  const [, peer = '', internal] = /^(\w+?)(_INTERNAL)?_URL$/.exec(name) ?? [];
  const host = peer.toLowerCase().replaceAll('_', '-');
  if (manifest.calls.includes(host)) {
    return `http://${host}:${internal ? PORTS.internal : PORTS.public}`;
  }
  if (fallback !== undefined) return fallback;
  throw new Error(
    `${manifest.service} reads ${name}, which has no value in Kubernetes: ` +
      'add one to tools/generate/src/kubernetes/platform.ts.',
  );
}
