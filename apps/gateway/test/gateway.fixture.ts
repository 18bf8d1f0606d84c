import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@towpath/config';
import { ALL_SCOPES } from '@towpath/contracts';
import { listen } from '@towpath/http';
import { connectMessaging } from '@towpath/messaging';
import { createService } from '@towpath/service';
import type { TestDatabase } from '@towpath/testing';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import type { CustomerApp } from '../src/customer-apps/customer-app.js';
import { GatewayConfig } from '../src/gateway.config.js';
import { gatewayService } from '../src/gateway.service.js';
import { prepareGateway } from '../src/prepare-gateway.js';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';

export interface RunningGateway {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly environment: GatewayEnvironment;
  createApp(options?: { live?: boolean }): Promise<{ app: CustomerApp; clientSecret: string }>;
  /** A customer token of the app, asked for over HTTP. */
  token(app: CustomerApp, clientSecret: string): Promise<string>;
  stop(): Promise<void>;
}

/** A gateway on a database of its own; other services are at the given addresses, or down. */
export async function startGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const environment = await gatewayEnvironment(settings);
  const config = loadConfig(GatewayConfig, environment.variables);
  const app = await createService(gatewayService, config);
  prepareGateway(app, config);
  await connectMessaging(app);
  const { publicUrl, internalUrl } = await listen(app);
  const apps = app.get(CustomerAppsService);
  return {
    app,
    database: environment.database,
    publicUrl,
    internalUrl,
    environment,
    createApp: ({ live = false } = {}) =>
      apps.create({
        profile: { name: 'Shop', scopes: [...ALL_SCOPES], redirectUris: [], settings: {} },
        live,
        actor: 'test',
      }),
    token: (customerApp, clientSecret) => tokenOf(publicUrl, { customerApp, clientSecret }),
    stop: async () => {
      await app.close();
      await environment.remove();
    },
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
