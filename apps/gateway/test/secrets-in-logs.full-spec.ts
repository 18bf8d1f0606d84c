import { jest } from '@jest/globals';
import {
  createSandboxApp,
  startSystem,
  SYSTEM_SERVICES,
  temporaryFolder,
  type SandboxApp,
  type System,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

jest.setTimeout(240_000);

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const AWAY = ['ACCOUNT_DATA', 'MANDATE', 'DISPUTE', 'WEBHOOK_DISPATCH'];

describe('a system that logs at the level trace', () => {
  const folder = temporaryFolder();
  const planted: string[] = [];
  let system: System;
  beforeAll(async () => {
    const addresses = AWAY.flatMap((name) => [
      [`${name}_URL`, NOWHERE],
      [`${name}_INTERNAL_URL`, NOWHERE],
    ]);
    system = await startSystem({
      dataDir: join(folder, 'data'),
      durable: false,
      services: SYSTEM_SERVICES.filter(({ name }) => ['gateway', 'payment-link'].includes(name)),
      settings: {
        ...(Object.fromEntries(addresses) as Record<string, string>),
        SANDBOX_URL: NOWHERE,
        SANDBOX_PUBLIC_URL: NOWHERE,
        LOG_LEVEL: 'trace',
      },
    });
  });
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const createApp = async (): Promise<SandboxApp> => {
    const app = await createSandboxApp(system, { name: 'Shop', currencies: ['HKD'] });
    planted.push(app.client_secret);
    return app;
  };
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const tokenOf = async ({ client_id, client_secret }: SandboxApp): Promise<string> => {
    const body = { client_id, client_secret, grant_type: 'client_credentials' };
    const answer = await post(`${system.baseUrl}/auth/customer/token`, body);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    planted.push(token);
    return token;
  };

  it('never writes a secret, a token or an Authorization header into a log', async () => {
    const app = await createApp();
    const token = await tokenOf(app);
    const url = `${system.baseUrl}/auth/customer/token`;
    const wrong = `cs_PLANTEDXX_${'wrong'.repeat(11)}`.slice(0, 68);
    const basic = `Basic ${Buffer.from('payment-link:planted-service-secret').toString('base64')}`;
    planted.push(wrong, 'planted-service-secret', basic, 'planted-query');
    await post(url, { client_id: app.client_id, client_secret: wrong, grant_type: 'x' });
    await post(url, {
      client_id: app.client_id,
      client_secret: wrong,
      grant_type: 'client_credentials',
    });
    await post(url, `{"client_secret":"${wrong}", broken`);
    await post(
      `${system.service('gateway').internalUrl}/internal/tokens/service`,
      {},
      { authorization: basic },
    );
    await post(
      `${system.baseUrl}/payment_links`,
      { broken: wrong },
      { authorization: `Bearer ${token}` },
    );
    await fetch(`${system.baseUrl}/hosted/pay?token=planted-query`);
    await fetch(`${system.baseUrl}/payment_accounts`, {
      headers: { authorization: `Bearer ${token}x` },
    });
    const logs = join(system.dataDir, 'logs');
    const read = () =>
      readdirSync(logs)
        .filter((name) => /^(gateway|payment-link)/.test(name))
        .map((name) => readFileSync(join(logs, name), 'utf8'))
        .join('\n');
    await eventually(() => read().includes('/hosted/pay'), { describe: 'the last request' });
    const text = read();
    expect(planted).toHaveLength(6);
    expect(planted.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/Bearer [\w-]+\.|postgres:\/\/[^@\s]+@|"private_key/);
  });
});
