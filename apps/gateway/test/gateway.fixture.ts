import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@towpath/config';
import { ALL_SCOPES, SERVICE_NAMES } from '@towpath/contracts';
import { listen } from '@towpath/http';
import { connectMessaging } from '@towpath/messaging';
import { BASE_KEY_PURPOSES, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import { createService } from '@towpath/service';
import { temporaryFolder, testDatabase, type TestDatabase } from '@towpath/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_SECRETS_KEY } from '../src/customer-apps/client-secret.js';
import { CreateCustomerApp } from '../src/customer-apps/create-customer-app.use-case.js';
import type { CustomerApp } from '../src/customer-apps/domain/customer-app.js';
import { GatewayConfig } from '../src/gateway.config.js';
import { gatewayService } from '../src/gateway.service.js';
import { gatewayMigrations } from '../src/migrations/index.js';
import { prepareGateway } from '../src/prepare-gateway.js';
import { SIGNING_KEYS_KEY } from '../src/tokens/signing-keys.js';

const SERVICE_AUTH = keyPurpose('service-auth');
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export interface RunningGateway {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly keysDir: string;
  createApp(options?: { live?: boolean }): Promise<{ app: CustomerApp; clientSecret: string }>;
  /** A customer token of the app, asked for over HTTP. */
  token(app: CustomerApp, clientSecret: string): Promise<string>;
  stop(): Promise<void>;
}

/** A gateway on a database of its own; other services are at the given addresses, or down. */
export async function startGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const database = await testDatabase('gateway', gatewayMigrations);
  const keysDir = temporaryFolder();
  writeKeys(keysDir);
  const config = loadConfig(GatewayConfig, { ...environment(database, keysDir), ...settings });
  const app = await createService(gatewayService, config);
  await prepareGateway(app, config);
  await connectMessaging(app);
  const { publicUrl, internalUrl } = await listen(app);
  const create = app.get(CreateCustomerApp);
  return {
    app,
    database,
    publicUrl,
    internalUrl,
    keysDir,
    createApp: ({ live = false } = {}) =>
      create.execute({
        profile: { name: 'Shop', scopes: [...ALL_SCOPES], redirectUris: [], settings: {} },
        live,
        actor: 'test',
      }),
    token: (customerApp, clientSecret) => tokenOf(publicUrl, { customerApp, clientSecret }),
    stop: async () => {
      await app.close();
      await database.drop();
      rmSync(keysDir, { recursive: true });
    },
  };
}

function writeKeys(keysDir: string): void {
  const own = [...BASE_KEY_PURPOSES, CLIENT_SECRETS_KEY, SIGNING_KEYS_KEY, SERVICE_AUTH];
  for (const purpose of own) {
    writeFileSync(join(keysDir, keyFileName('gateway', purpose)), newKeyFile());
  }
  writeFileSync(join(keysDir, keyFileName('payment-link', SERVICE_AUTH)), newKeyFile());
}

function environment({ urls }: TestDatabase, keysDir: string): Record<string, string> {
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

async function tokenOf(
  publicUrl: string,
  { customerApp, clientSecret }: { customerApp: CustomerApp; clientSecret: string },
): Promise<string> {
  const answer = await post(`${publicUrl}/auth/customer/token`, {
    client_id: customerApp.clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
