/** @takes 30 s */
import { jest } from '@jest/globals';
import { keyFileName, keyPurpose } from '@towpath/persistence';
import { freePort } from '@towpath/local-system';
import { testDatabase } from '@towpath/testing';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';
import { startProgram, type Ended, type GatewayProcess } from './gateway-process.fixture.js';

// Each start is a process of its own.
jest.setTimeout(120_000);

describe('the gateway, started with a mistake', () => {
  let environment: GatewayEnvironment;
  /** It waits while the other mistakes are made. */
  let withoutDatabase: GatewayProcess;
  beforeAll(async () => {
    environment = await gatewayEnvironment({ LOG_LEVEL: 'info' });
    const url = `postgres://gateway_app:planted-password@127.0.0.1:${await freePort()}/gateway`;
    withoutDatabase = startWith({ DATABASE_URL: url });
  });
  afterAll(() => environment.remove());

  const startWith = (change: Record<string, string>) =>
    startProgram('main.js', { variables: { ...environment.variables, ...change } });
  const endOf = async (change: Record<string, string>) => sentenceOf(await startWith(change).ended);
  const sentenceOf = ({ code, stderr }: Ended) => {
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    const line = JSON.parse(stderr) as { message: string };
    expect(line).toMatchObject({ level: 'fatal', service: 'gateway', time: expect.any(String) });
    expect(line).not.toHaveProperty('error');
    return line.message;
  };

  it.each([['PORT'], ['INTERNAL_PORT']])(
    'ends and names the taken port of %s',
    async (variable) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const sentence = await endOf({ [variable]: String(port) });
      other.close();
      expect(sentence).toBe(
        `Port ${port} on 127.0.0.1 is already in use: stop what uses it or set ${variable}.`,
      );
    },
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ['no number', { PORT: 'eighty' }, /^PORT must be a number\.$/m],
    ['missing', { PUBLIC_API_URL: '' }, /^PUBLIC_API_URL is missing: /],
    ['no range', { TRUSTED_PROXIES: '10.0.0.0/99' }, /^TRUSTED_PROXIES must list CIDR ranges/],
    ['a host as range', { TRUSTED_PROXIES: 'proxy.local' }, /^TRUSTED_PROXIES must list CIDR/],
    ['half a login', { KAFKA_USERNAME: 'gateway' }, /^KAFKA_USERNAME and KAFKA_PASSWORD are set/],
    [
      'no file of authorities',
      { KAFKA_TLS: 'true', KAFKA_CA_FILE: '/nowhere/ca.crt' },
      /^KAFKA_CA_FILE names a file that cannot be read \(ENOENT\)\.$/,
    ],
    [
      'a policy in an origin',
      { CARD_FIELDS_ORIGINS: "https://a.example; script-src 'unsafe-inline'" },
      /^CARD_FIELDS_ORIGINS must list origins/,
    ],
    [
      'no origin of their own for card fields',
      { PUBLIC_FIELDS_URL: 'https://pay.example.com/fields' },
      /^PUBLIC_FIELDS_URL must have another host or port/,
    ],
    [
      'a path in an origin',
      { CARD_FIELDS_ORIGINS: 'https://a.example/fields' },
      /^CARD_FIELDS_ORIGINS must list origins/,
    ],
  ])('ends and names the variable that is wrong: %s', async (_what, change, sentence) => {
    expect(await endOf(change)).toMatch(sentence);
  });

  it('ends and says that the database refuses the password', async () => {
    const url = new URL(environment.variables['DATABASE_URL'] ?? '');
    url.password = 'planted-password';
    const sentence = await endOf({ DATABASE_URL: String(url) });
    expect(sentence).toMatch(/^The database refuses the login/);
    expect(sentence).not.toContain('planted-password');
  });

  it('refuses a database role that bypasses row-level security, and a database without migrations', async () => {
    const sentence = await endOf({ DATABASE_URL: environment.database.adminUrl });
    expect(sentence).toMatch(/bypasses row-level security/);
    const empty = await testDatabase('gateway', []);
    const behind = await endOf({
      DATABASE_URL: empty.urls.app,
      DATABASE_WORKER_URL: empty.urls.worker,
    });
    await empty.drop();
    expect(behind).toMatch(/lacks migrations, run migrate first/);
  });

  it('names a missing or unusable key file before it calls a server, and never prints a key', async () => {
    const name = keyFileName('gateway', keyPurpose('signing-keys'));
    const path = join(environment.keysDir, name);
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, '{"current":"v1","keys":{"v1":"planted-key"}}');
    const unusable = await endOf({});
    rmSync(path);
    // Servers that take connections and never answer would delay the message.
    let asked = 0;
    const mute = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const missing = await endOf({
      KAFKA_BROKERS: address,
      DATABASE_URL: `postgres://gateway_app:x@${address}/gateway`,
    });
    mute.close();
    writeFileSync(path, kept);
    expect(asked).toBe(0);
    expect([unusable, missing].join()).not.toContain('planted-key');
    expect(unusable).toContain(name);
    expect(missing).toContain(name);
  });

  it('waits for the database, then ends and says that it cannot be reached', async () => {
    const { code, stdout, stderr } = await withoutDatabase.ended;
    expect(code).toBe(1);
    const { message } = JSON.parse(stderr) as { message: string };
    expect(message).toMatch(/^The database cannot be reached \(.+\): start it or set DATABASE_URL/);
    expect(stdout.match(/waiting for the database/g)).toHaveLength(1);
    expect(stdout + stderr).not.toContain('planted-password');
  });
});
