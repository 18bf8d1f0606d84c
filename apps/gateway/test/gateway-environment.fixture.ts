import { SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import { serviceCredentials } from '@towpath/http';
import {
  BASE_KEY_PURPOSES,
  FileKeyProvider,
  keyFileName,
  keyPurpose,
  newKeyFile,
} from '@towpath/persistence';
import { temporaryFolder } from '@towpath/local-system';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_SECRETS_KEY } from '../src/customer-apps/customer-apps.service.js';
import { GATEWAY_ACCOUNTS_KEY } from '../src/gateway-accounts/gateway-accounts.reads.js';
import { gatewayMigrations } from '../src/migrations/index.js';
import { GRANTS_KEY } from '../src/login-identity-tokens/token-pairs.js';
import { SIGNING_KEYS_KEY } from '../src/signing/signing-keys.js';

const SERVICE_AUTH = keyPurpose('service-auth');
/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:9';

export interface GatewayEnvironment {
  readonly database: TestDatabase;
  readonly keysDir: string;
  /** All variables of a gateway; any free ports. */
  readonly variables: Readonly<Record<string, string>>;
  /** What a service sends to the mint. */
  basicCredentials(service: ServiceName): string;
  remove(): Promise<void>;
}

/** A database and keys of their own; other services are where `settings` say, or down. */
export async function gatewayEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Promise<GatewayEnvironment> {
  const database = await testDatabase('gateway', gatewayMigrations);
  const keysDir = temporaryFolder();
  writeKeys(keysDir);
  return {
    database,
    keysDir,
    variables: { ...variablesOf(database, keysDir), ...settings },
    basicCredentials: (service) =>
      serviceCredentials(service, new FileKeyProvider({ folder: keysDir, service })),
    remove: async () => {
      await database.drop();
      rmSync(keysDir, { recursive: true });
    },
  };
}

function writeKeys(keysDir: string): void {
  const own = [
    ...BASE_KEY_PURPOSES,
    CLIENT_SECRETS_KEY,
    SIGNING_KEYS_KEY,
    GRANTS_KEY,
    GATEWAY_ACCOUNTS_KEY,
    SERVICE_AUTH,
  ];
  for (const purpose of own) {
    writeFileSync(join(keysDir, keyFileName('gateway', purpose)), newKeyFile());
  }
  for (const service of ['payment-link', 'mandate', 'account-data', 'dispute']) {
    writeFileSync(join(keysDir, keyFileName(service, SERVICE_AUTH)), newKeyFile());
  }
}

function variablesOf({ urls }: TestDatabase, keysDir: string): Record<string, string> {
  const addresses = SERVICE_NAMES.filter((name) => name !== 'gateway').flatMap((name) => {
    const prefix = name.toUpperCase().replaceAll('-', '_');
    return [
      [`${prefix}_URL`, NOWHERE],
      [`${prefix}_INTERNAL_URL`, NOWHERE],
    ];
  });
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: urls.app,
    DATABASE_WORKER_URL: urls.worker,
    KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
    KEYS_DIR: keysDir,
    LOG_LEVEL: 'fatal',
    GATEWAY_INTERNAL_URL: NOWHERE,
    PUBLIC_API_URL: 'https://api.example.com',
    PUBLIC_PAGES_URL: 'https://pay.example.com',
    ...(Object.fromEntries(addresses) as Record<string, string>),
  };
}
