/** @proves promise-15 @takes 40 s */
import { jest } from '@jest/globals';
import { topicOf } from '@towpath/contracts';
import {
  createSandboxApp,
  inheritedVariables,
  runInGatewayShell,
  startSystem,
  SYSTEM_SERVICES,
  temporaryFolder,
  workspaceRoot,
  type SandboxApp,
  type StartError,
  type System,
} from '@towpath/local-system';
import { eventually, produceRaw } from '@towpath/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeEnvironmentFiles, writeEnvironmentFiles } from './environment-files.js';

jest.setTimeout(240_000);

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const RUNNING = ['gateway', 'payment-link', 'webhook-dispatch'];
const AWAY = ['ACCOUNT_DATA', 'MANDATE', 'DISPUTE'];

const LINK = {
  mode: 'PAYMENT',
  currency: 'HKD',
  amount: 12_500,
  unique_reference_id: 'order-1001',
  sender: { external_user_id: 'payer-1', name: 'Chan Tai Man' },
  payment_details: { description: 'Rent', external_transaction_reference: 'INV-1' },
};

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Parked {
  readonly id: string;
  readonly key: string;
  readonly reason: string;
  readonly eventName: string | null;
}

const folder = temporaryFolder();
const dataDir = join(folder, 'data');

async function run(script: string, args: readonly string[], data = dataDir): Promise<Ended> {
  const child = spawn(process.execPath, [join('tools/dev/dist', script), ...args], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}

async function answerOf<T>(script: string, args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await run(script, args);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

const customerApp = <T>(...args: string[]) =>
  answerOf<T>('customer-app.js', ['customer-app', ...args]);
const dlt = <T>(...args: string[]) => answerOf<T>('dlt.js', args);
const mistakeOf = async (script: string, args: readonly string[], data = dataDir) => {
  const { code, stdout, stderr } = await run(script, args, data);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr;
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an operator command without a running system', () => {
  const empty = join(folder, 'empty');
  it.each([
    ['customer-app.js', ['customer-app', 'list'], 'No system is running here'],
    ['dlt.js', ['list'], 'start the system first, with npm start'],
  ])('%s %j says what to do', async (script, args, sentence) => {
    expect(await mistakeOf(script, args, empty)).toContain(sentence);
  });

  it.each([
    ['customer-app.js', ['customer-app', 'help'], 'customer-app create --name NAME'],
    ['dlt.js', [], 'npm run dlt -- replay ID'],
  ])('%s %j lists the commands', async (script, args, text) => {
    const { code, stdout } = await run(script, args, empty);
    expect(code).toBe(0);
    expect(stdout).toContain(text);
  });
});

describe('an operator command beside a running system', () => {
  let system: System;
  beforeAll(async () => {
    const addresses = AWAY.flatMap((name) => [
      [`${name}_URL`, NOWHERE],
      [`${name}_INTERNAL_URL`, NOWHERE],
    ]);
    system = await startSystem({
      dataDir,
      durable: false,
      services: SYSTEM_SERVICES.filter(({ name }) => RUNNING.includes(name)),
      settings: {
        ...(Object.fromEntries(addresses) as Record<string, string>),
        SANDBOX_URL: NOWHERE,
        SANDBOX_PUBLIC_URL: NOWHERE,
      },
    });
    writeEnvironmentFiles(system);
  });
  afterAll(async () => {
    removeEnvironmentFiles(dataDir);
    await system.stop();
  });

  const create = () => createSandboxApp(system, { name: 'Shop', currencies: ['HKD'] });
  /** A command in a process that stays: each `npm run` starts two, which cost seconds of CPU. */
  const inShell = <T>(...args: string[]) => runInGatewayShell(system, args) as Promise<T>;
  const refusalOf = (...args: string[]) =>
    inShell(...args).catch(({ lastLines }: StartError) => lastLines.join('\n'));
  const tokenOf = async ({ client_id, client_secret }: SandboxApp) => {
    const answer = await fetch(`${system.baseUrl}/auth/customer/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret, grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const statusAtPaymentLink = async (token: string) => {
    const url = `${system.service('payment-link').url}/payment_accounts`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  const listed = async (key: string) => {
    const lists = await dlt<Record<string, Parked[]>>('list', '--service', 'webhook-dispatch');
    return (lists['webhook-dispatch'] ?? []).filter((message) => message.key === key);
  };
  const rowsOf = async <T extends object>(sql: string, value: string) => {
    const url = new URL(system.adminUrl);
    url.pathname = '/webhook_dispatch';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      const { rows } = await client.query<T>(sql, [value]);
      return rows;
    } finally {
      await client.end();
    }
  };
  /** The events that are parked, with the name `null` for what is none. */
  const parkedOf = (key: string) =>
    rowsOf<{ id: string; name: string | null }>(
      `SELECT parked_message_id AS id, event_name AS name FROM parked_messages
        WHERE message_key = $1 AND replayed_at IS NULL ORDER BY parked_message_id`,
      key,
    );
  const auditOf = (id: string) =>
    rowsOf(
      `SELECT operation, subject, reason FROM audit_entries WHERE resource_id = $1
        ORDER BY audit_entry_id`,
      id,
    );
  const namesOf = async (key: string) => (await parkedOf(key)).map(({ name }) => name);
  const areParked = (key: string, enough: (names: (string | null)[]) => boolean) =>
    eventually(async () => enough(await namesOf(key)), {
      deadlineMs: 30_000,
      describe: async () => `the parked messages of ${key}, which are ${await namesOf(key)}`,
    });
  type Service = Parameters<System['service']>[0];
  const callTo = async <T>(service: Service, token: string, request: Request) => {
    const { method, path, body } = request;
    const answer = await fetch(`${system.service(service).url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const webhookTypes = async (token: string) => {
    const listed = await callTo<{ webhook_events: { event_type: string }[] }>(
      'webhook-dispatch',
      token,
      { method: 'GET', path: '/webhook_events' },
    );
    return listed.webhook_events.map((event) => event.event_type);
  };

  it('npm run customer-app makes an app that can call at once', async () => {
    const app = await customerApp<SandboxApp>('create', '--name', 'Shop', '--currencies', 'HKD');
    expect(app.settlement_accounts).toHaveLength(1);
    expect(await statusAtPaymentLink(await tokenOf(app))).toBe(200);
    const apps = await inShell<{ customer_app_id: string }[]>('customer-app', 'list');
    expect(apps.map((one) => one.customer_app_id)).toContain(app.customer_app_id);
    const usage = await mistakeOf('customer-app.js', ['customer-app', 'show']);
    expect(usage).toBe('--id is missing.\n');
  });

  it('npm run ledger verifies the books of one app, and of all apps', async () => {
    const { customer_app_id: id } = await create();
    const verify = ['ledger', 'verify'];
    expect(await answerOf('customer-app.js', [...verify, '--customer-app', id])).toEqual({
      verified_customer_apps: 1,
      findings: [],
    });
    const all = await inShell<{ verified_customer_apps: number }>(...verify);
    expect(all.verified_customer_apps).toBeGreaterThan(0);
  });

  it('npm run ledger shows the balances of an app, now and at an earlier instant', async () => {
    const { customer_app_id: id } = await create();
    interface Balances {
      readonly balances: readonly { ledger_account: string; balance: number }[];
    }
    const command = ['ledger', 'balances', '--customer-app', id];
    const changed = ({ balances }: Balances) =>
      balances
        .filter(({ balance }) => balance !== 0)
        .map(({ ledger_account: account, balance }) => [account.split(':')[0], balance]);
    const at = async (instant: string) =>
      changed(await inShell<Balances>(...command, '--at', instant));
    const opened = [
      ['funding', -1_000_000],
      ['settlement', 1_000_000],
    ];
    expect(changed(await answerOf<Balances>('customer-app.js', command))).toEqual(opened);
    expect(await at('2000-01-01T00:00:00Z')).toEqual([]);
    expect(await at('2060-01-01T00:00:00Z')).toEqual(opened);
    expect(await refusalOf('ledger', 'balances')).toBe('--customer-app is missing.');
    expect(await refusalOf(...command, '--at', 'noon')).toContain('at must');
  });

  it('npm run dlt shows, discards and replays parked messages in order', async () => {
    const token = await tokenOf(await create());
    const endpoint = { url: 'http://127.0.0.1:9/webhooks' };
    await callTo('webhook-dispatch', token, {
      method: 'POST',
      path: '/webhook_endpoints',
      body: endpoint,
    });
    const { payment_link_id: key } = await callTo<{ payment_link_id: string }>(
      'payment-link',
      token,
      { method: 'POST', path: '/payment_links', body: LINK },
    );
    await produceRaw(system.kafkaBrokers, { topic: topicOf('payment-link'), key, value: '{"oops' });
    await areParked(key, (names) => names.length > 0);
    await callTo('payment-link', token, { method: 'POST', path: `/payment_links/${key}/cancel` });
    await areParked(key, (names) => names.includes('payment_link.cancelled'));
    const [poison = { id: '', reason: '' }, ...behind] = await listed(key);
    const cancelled = behind.find(({ eventName }) => eventName === 'payment_link.cancelled');
    expect([poison.reason, cancelled?.reason]).toEqual(['UNREADABLE', 'FOLLOWER']);
    const shown = await dlt<Record<string, { value: string }>>('show', poison.id);
    expect(shown).toEqual({ 'webhook-dispatch': expect.objectContaining({ value: '{"oops' }) });
    expect(await webhookTypes(token)).not.toContain('PAYMENT_LINK_CANCELLED');

    const webhooks = 'webhook-dispatch';
    const discarded = await dlt<Record<string, { sound_followers: string[] }>>(
      ...['discard', poison.id, '--reason', 'sent by a test'],
    );
    // The creation of the link waits too where it was published after the poison.
    const followers = await parkedOf(key);
    const { [webhooks]: report } = discarded;
    expect(report).toMatchObject({ discarded: true, aggregate: key, dependence: 'UNKNOWN' });
    expect(report?.sound_followers).toEqual(followers.map(({ id }) => id));
    const replayed = await dlt('replay', followers[0]?.id ?? '');
    expect(replayed).toEqual({ 'webhook-dispatch': followers.length });
    await areParked(key, (names) => names.length === 0);
    expect(await webhookTypes(token)).toContain('PAYMENT_LINK_CANCELLED');
    const again = await mistakeOf('dlt.js', ['discard', poison.id, '--reason', 'again']);
    expect(again).toBe('No running service has such a parked message.\n');
    const subject = `os:${userInfo().username}@${hostname()}`;
    expect(await auditOf(poison.id)).toEqual([
      { operation: 'dlt discard', subject, reason: 'sent by a test' },
    ]);
    expect(await auditOf(followers[0]?.id ?? '')).toEqual([
      { operation: 'dlt replay', subject, reason: null },
    ]);
  });

  it('npm run payment-user erases a person, whose webhooks contained no personal data', async () => {
    const app = await create();
    const token = await tokenOf(app);
    const person = { name: 'Zenobia Quill', email: 'zenobia@quill.example' };
    await callTo('webhook-dispatch', token, {
      method: 'POST',
      path: '/webhook_endpoints',
      body: { url: 'http://127.0.0.1:9/webhooks' },
    });
    const { user_id: user } = await callTo<{ user_id: string }>('payment-link', token, {
      method: 'POST',
      path: '/payment_users',
      body: { ...person, external_user_id: 'payer-1', autopay_consent: true },
    });
    const erase = ['payment-user', 'erase', '--customer-app', app.customer_app_id];
    const why = ['--user', user, '--reason', 'asked for', '--actor', 'ada'];
    const tombstone = await answerOf('customer-app.js', [...erase, ...why]);
    expect(tombstone).toMatchObject({ user_id: user, actor: 'ada', reason: 'asked for' });
    const left = await callTo('payment-link', token, {
      method: 'GET',
      path: `/payment_users/${user}`,
    });
    expect(JSON.stringify(left)).not.toMatch(/Zenobia|quill/i);
    await eventually(async () => (await webhookTypes(token)).includes('AUTOPAY_CONSENT_REVOKED'), {
      deadlineMs: 30_000,
    });
    const webhooks = await callTo<{ webhook_events: { event_id: string }[] }>(
      'webhook-dispatch',
      token,
      { method: 'GET', path: '/webhook_events' },
    );
    for (const { event_id: id } of webhooks.webhook_events) {
      const message = await callTo('webhook-dispatch', token, {
        method: 'GET',
        path: `/webhook_events/${id}`,
      });
      expect(JSON.stringify(message)).toContain('payer-1');
      expect(JSON.stringify(message)).not.toMatch(/Zenobia|quill/i);
    }
    const nobody = ['--user', app.customer_app_id, '--reason', 'x'];
    expect(await refusalOf(...erase, ...nobody)).toBe('No payment user has this ID.');
  });

  it('the command customer-app disable counts at once, whatever messages of the app are parked', async () => {
    const app = await create();
    const token = await tokenOf(app);
    const key = app.customer_app_id;
    await produceRaw(system.kafkaBrokers, { topic: topicOf('customer-app'), key, value: '{"oops' });
    await areParked(key, (names) => names.length > 0);
    await inShell('customer-app', 'disable', '--id', key);
    await eventually(async () => (await statusAtPaymentLink(token)) === 401);
  });

  it('npm run dlt -- replay accepts a topic with a key, or all', async () => {
    const topic = topicOf('customer-app');
    const key = '01JQ00000000000000000000AA';
    await produceRaw(system.kafkaBrokers, { topic, key, value: 'poison' });
    await areParked(key, (names) => names.length === 1);
    const byKey = await dlt('replay', '--topic', topic, '--key', key);
    expect(byKey).toMatchObject({ 'webhook-dispatch': 1 });
    const all = await dlt<Record<string, number>>('replay', '--all');
    expect(all).toMatchObject({ 'webhook-dispatch': expect.any(Number), gateway: 0 });
    // What cannot be handled stays, with the try counted.
    expect(await parkedOf(key)).toHaveLength(1);
  });

  it.each([[['show', 'nothing']], [['replay', 'nothing']]])(
    'npm run dlt -- %j says that there is no such message',
    async (args) => {
      expect(await mistakeOf('dlt.js', args)).toContain('No running service has such');
    },
  );
});
