import { jest } from '@jest/globals';
import { keyFileName, keyPurpose } from '@towpath/persistence';
import { freePort } from '@towpath/local-system';
import { eventually, testDatabase } from '@towpath/testing';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';
import {
  runCli,
  startProgram,
  type Ended,
  type GatewayProcess,
} from './gateway-process.fixture.js';

// Each start is a process of its own.
jest.setTimeout(120_000);

const PATIENCE = { deadlineMs: 60_000 };

describe('a start-up mistake', () => {
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

  it.each([['PORT'], ['INTERNAL_PORT']])('names the port that is taken: %s', async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const sentence = await endOf({ [variable]: String(port) });
    other.close();
    expect(sentence).toBe(
      `Port ${port} on 127.0.0.1 is already in use: stop what uses it or set ${variable}.`,
    );
  });

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
      'a path in an origin',
      { CARD_FIELDS_ORIGINS: 'https://a.example/fields' },
      /^CARD_FIELDS_ORIGINS must list origins/,
    ],
  ])('names the variable that is wrong: %s', async (_what, change, sentence) => {
    expect(await endOf(change)).toMatch(sentence);
  });

  it('says that the database refuses the password', async () => {
    const url = new URL(environment.variables['DATABASE_URL'] ?? '');
    url.password = 'planted-password';
    const sentence = await endOf({ DATABASE_URL: String(url) });
    expect(sentence).toMatch(/^The database refuses the login/);
    expect(sentence).not.toContain('planted-password');
  });

  it('refuses a role that sees every tenant, and a database that is not migrated', async () => {
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

  it('names the key file that is missing or unusable before it asks a server, never what is in it', async () => {
    const name = keyFileName('gateway', keyPurpose('signing-keys'));
    const path = join(environment.keysDir, name);
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, '{"current":"v1","keys":{"v1":"planted-key"}}');
    const unusable = await endOf({});
    rmSync(path);
    // Servers that take connections and never answer would delay what is to be told.
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

  it('says that the database is away, after it waited for it', async () => {
    const { code, stdout, stderr } = await withoutDatabase.ended;
    expect(code).toBe(1);
    const { message } = JSON.parse(stderr) as { message: string };
    expect(message).toMatch(/^The database cannot be reached \(.+\): start it or set DATABASE_URL/);
    expect(stdout.match(/waiting for the database/g)).toHaveLength(1);
    expect(stdout + stderr).not.toContain('planted-password');
  });
});

describe('Kafka away at the start, and PostgreSQL late', () => {
  let environment: GatewayEnvironment;
  let gateway: GatewayProcess;
  let brokerPort: number;
  let admin: pg.Client;
  let doorOfDatabase: Server;
  beforeAll(async () => {
    brokerPort = await freePort();
    environment = await gatewayEnvironment({
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: `127.0.0.1:${brokerPort}`,
    });
    admin = new pg.Client(environment.database.adminUrl);
    await admin.connect();
    const url = new URL(environment.variables['DATABASE_URL'] ?? '');
    const { host } = url;
    url.port = String(await freePort());
    const variables = { ...environment.variables, DATABASE_URL: String(url) };
    gateway = startProgram('main.js', { variables });
    await eventually(() => gateway.output().includes('waiting for the database'), PATIENCE);
    doorOfDatabase = passOn(Number(url.port), host);
  });
  afterAll(async () => {
    await admin.end();
    await gateway.stop();
    doorOfDatabase.close();
    await environment.remove();
  });

  const unpublished = async () => {
    const { rows } = await admin.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
    return rows.length;
  };

  it('is no reason not to serve: what happens is kept, and published when Kafka is back', async () => {
    const { publicUrl, internalUrl } = await gateway.listening();
    const health = async (kind: string) => (await fetch(`${internalUrl}/health/${kind}`)).status;
    expect([await health('live'), await health('ready')]).toEqual([200, 200]);
    const args = ['customer-app', 'create', '--name', 'Shop', '--no-accounts'];
    const { stdout } = await runCli(environment.variables, args);
    const app = JSON.parse(stdout) as { client_id: string; client_secret: string };
    const answer = await fetch(`${publicUrl}/auth/customer/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: app.client_id,
        client_secret: app.client_secret,
        grant_type: 'client_credentials',
      }),
    });
    expect(answer.status).toBe(200);
    expect(await unpublished()).toBe(1);

    const broker = passOn(brokerPort, process.env['TEST_KAFKA_BROKERS'] ?? '');
    await once(broker, 'listening');
    await eventually(async () => (await unpublished()) === 0, PATIENCE);
    broker.close();
  });
});

/** A server appears at an address where there was none. */
function passOn(port: number, servers: string): Server {
  const [host = '', serverPort = ''] = (servers.split(',')[0] ?? '').split(':');
  const server = createServer((caller) => {
    const target = connect(Number(serverPort), host);
    target.on('error', () => caller.destroy());
    caller.on('error', () => target.destroy());
    caller.pipe(target).pipe(caller);
  });
  return server.listen(port, '127.0.0.1');
}
