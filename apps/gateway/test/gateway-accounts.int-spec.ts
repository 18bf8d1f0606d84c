import {
  AppCredentials,
  CachedTokenSource,
  DeploymentCredentials,
  InternalClient,
  type GatewayAccountAnswer,
} from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { keyFileName } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { GATEWAY_ACCOUNTS_KEY } from '../src/gateway-accounts/gateway-accounts.reads.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';
import { runCli, runCommandHere, type Ended } from './gateway-process.fixture.js';

type Caller = 'payment-link' | 'dispute' | 'mandate';

interface Shown {
  readonly endpoint_id: string;
  readonly webhook_secrets: readonly { secret: string; valid_until: string | null }[];
  readonly [member: string]: unknown;
}

const TEST_KEYS = {
  secret_key: 'rk_test_hunter2A1b2',
  publishable_key: 'pk_test_hunter2C3d4',
  webhook_secrets: ['whsec_hunter2E5f6', 'whsec_hunter2G7h8'],
};
/** For each app an account of its own. */
const keysAt = (app: string, keys: typeof TEST_KEYS = TEST_KEYS) => ({
  ...keys,
  secret_key: keys.secret_key.replace(/(?=.{4}$)/, app),
  publishable_key: keys.publishable_key.replace(/(?=.{4}$)/, app),
});
const LIVE_KEYS = {
  ...TEST_KEYS,
  secret_key: 'sk_live_hunter2J9k0',
  publishable_key: 'pk_live_hunter2L1m2',
};
/** A part of every key, or its end: it may appear nowhere. */
const PART_OF_KEYS = /hunter2|A1b2|C3d4|E5f6|G7h8|J9k0|L1m2/;
const shaOf = (key: string) =>
  `sha256:${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;

let gateway: RunningGateway;
let admin: pg.Client;
beforeAll(async () => {
  gateway = await startGateway();
  admin = new pg.Client(gateway.database.adminUrl);
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await gateway?.stop();
});

const newApp = async (live = false) => (await gateway.createApp({ live })).app.id;
const run = (app: string, words: readonly string[], input: object | string = '') =>
  runCommandHere(
    gateway.environment.variables,
    ['gateway-account', ...words, '--customer-app', app, '--actor', 'ada'],
    typeof input === 'string' ? input : JSON.stringify(input),
  );
const STRIPE = ['--connector', 'stripe'];
const set = (app: string, keys: object | string = keysAt(app), more: readonly string[] = []) =>
  run(app, ['set', ...STRIPE, ...more], keys);
const show = async (app: string) => shownIn(await run(app, ['show']));
const shownIn = ({ code, stdout, stderr }: Ended): Shown => {
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(PART_OF_KEYS);
  return JSON.parse(stdout) as Shown;
};
const sentenceIn = ({ code, stdout, stderr }: Ended): string => {
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).not.toMatch(PART_OF_KEYS);
  return stderr.trim();
};

const tokenOf = async (service: Caller): Promise<string> => {
  const authorization = gateway.environment.basicCredentials(service);
  const url = `${gateway.internalUrl}/internal/tokens/service`;
  const answer = await post(url, { audience: 'gateway' }, { authorization });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const read = async (service: Caller, path: string) => {
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const url = `${gateway.internalUrl}/internal/gateway_accounts/stripe/${path}`;
  const answer = await fetch(url, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const keysOf = async (app: string) =>
  (await read('payment-link', `apps/${app}`)).body['gateway_account'] as
    GatewayAccountAnswer | undefined;

describe('the keys of an app at a processor', () => {
  it('are read from standard input, sealed, and shown by fingerprints only', async () => {
    const app = await newApp();
    const keys = keysAt(app);
    const shown = shownIn(await set(app, keys, ['--gateway-account', 'acct_1']));
    const secretKey = `rk_test_ ${shaOf(keys.secret_key)}`;
    expect(shown).toMatchObject({
      customer_app_id: app,
      connector: 'stripe',
      mode: 'TEST',
      secret_key: secretKey,
      publishable_key: `pk_test_ ${shaOf(keys.publishable_key)}`,
      gateway_account: 'acct_1',
    });
    expect(shown.webhook_secrets).toMatchObject(
      keys.webhook_secrets.map((secret) => {
        return { secret: `whsec_ ${shaOf(secret)}`, valid_until: null };
      }),
    );
    expect(shown['call_back_urls']).toEqual([
      `https://api.example.com/callbacks/cards/{integration_id}/${shown.endpoint_id}`,
      `https://api.example.com/notifications/{integration_id}/${shown.endpoint_id}`,
    ]);
    const { endpoint_id, secret_key, created_at } = shown;
    expect(await show(app)).toMatchObject({
      gateway_accounts: [{ endpoint_id, secret_key, created_at }],
    });
    const { rows } = await admin.query<{ sealed: string; details: unknown; actor: string }>(
      `SELECT encode(keys_sealed, 'escape') AS sealed, details, actor
       FROM gateway_accounts JOIN gateway_account_changes USING (customer_app_id, connector)
       WHERE customer_app_id = $1`,
      [app],
    );
    expect(rows).toMatchObject([
      { actor: 'ada', details: { secret_key: secretKey, gateway_account: 'acct_1' } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(PART_OF_KEYS);
  });

  it('are read from a file by a process of its own', async () => {
    const app = await newApp(true);
    const file = join(gateway.environment.keysDir, 'live-keys.json');
    writeFileSync(file, JSON.stringify(LIVE_KEYS));
    const command = ['gateway-account', 'set', '--customer-app', app, ...STRIPE, '--file', file];
    const shown = shownIn(await runCli(gateway.environment.variables, command));
    expect(shown).toMatchObject({
      mode: 'LIVE',
      secret_key: `sk_live_ ${shaOf(LIVE_KEYS.secret_key)}`,
    });
  });

  it.each([
    ['test keys', true, TEST_KEYS, 'The secret key is a test key, and a live app gets none.'],
    ['live keys', false, LIVE_KEYS, 'The secret key is a live key, and a test app gets none.'],
  ])('are refused: %s for an app with live = %s', async (_what, live, keys, sentence) => {
    const app = await newApp(live);
    expect(sentenceIn(await set(app, keys))).toBe(sentence);
    expect(await keysOf(app)).toBeUndefined();
  });

  it.each([
    ['no JSON', 'hunter2', /must be a JSON object/],
    ['a list', '["hunter2"]', /must be a JSON object/],
    ['a member too many', { ...TEST_KEYS, hunter2: 'x' }, /and nothing else/],
    ['no secret key', { ...TEST_KEYS, secret_key: undefined }, /^secret_key is missing/],
    ['no list', { ...TEST_KEYS, webhook_secrets: 'whsec_hunter2' }, /^webhook_secrets is missing/],
    [
      'another secret',
      { ...TEST_KEYS, webhook_secrets: ['hunter2'] },
      /webhook secrets is none of/,
    ],
  ])('are refused without being shown: %s', async (_what, input, sentence) => {
    expect(sentenceIn(await set(await newApp(), input))).toMatch(sentence);
  });

  it('are refused for a connector without keys, an unknown app and a missing file', async () => {
    const app = await newApp();
    const other = await run(app, ['set', '--connector', 'sandbox'], TEST_KEYS);
    expect(sentenceIn(other)).toBe('connector must be one of: stripe.');
    const unknown = '01JQ0000000000000000000APP';
    expect(sentenceIn(await set(unknown))).toBe(`There is no customer app ${unknown}.`);
    expect(sentenceIn(await set(app, '', ['--file', '/nowhere/keys']))).toContain('(ENOENT)');
  });

  it('are refused if another app has keys of the account, also at the same time', async () => {
    const [app, other, third] = [await newApp(), await newApp(), await newApp()];
    const keys = keysAt(app);
    const both = await Promise.all([set(app, keys), set(other, keys)]);
    const [owner, loser] = both[0].code === 0 ? [app, other] : [other, app];
    const sentence = `The app ${owner} has keys of this account.`;
    expect(both.map(({ stderr }) => stderr.trim()).toSorted()).toEqual(['', sentence]);
    const rolled = { ...keys, secret_key: 'sk_test_hunter2R7s8' };
    expect(sentenceIn(await set(loser, rolled))).toBe(sentence);
    expect(await keysOf(loser)).toBeUndefined();
    shownIn(await set(owner, rolled));
    // The key of a platform, for another account that is connected to it.
    shownIn(await set(third, keys, ['--gateway-account', 'acct_2']));
  });

  it('end for an app that goes live, until it has live ones', async () => {
    const app = await newApp();
    shownIn(await set(app));
    const live = ['customer-app', 'enable-live', '--id', app];
    await runCommandHere(gateway.environment.variables, live);
    const credentials = new AppCredentials(client(), new DeploymentCredentials([]));
    const place = { customerAppId: app, appType: 'LIVE', connector: 'stripe' } as const;
    expect(await credentials.of(place)).toBeNull();
    expect(shownIn(await set(app, keysAt(app, LIVE_KEYS)))).toMatchObject({ mode: 'LIVE' });
  });

  it('are sealed again under a new version of the key file', async () => {
    const app = await newApp();
    shownIn(await set(app));
    const file = join(gateway.environment.keysDir, keyFileName('gateway', GATEWAY_ACCOUNTS_KEY));
    const old = readFileSync(file, 'utf8');
    const { keys } = JSON.parse(old) as { keys: Record<string, string> };
    const v2 = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(file, JSON.stringify({ current: 'v2', keys: { ...keys, v2 } }));
    const rewrap = () =>
      runCommandHere(gateway.environment.variables, ['gateway-account', 'rewrap']);
    const { rewrapped } = shownIn(await rewrap());
    expect(rewrapped).toBeGreaterThan(0);
    writeFileSync(file, JSON.stringify({ current: 'v2', keys: { v2 } }));
    const { gateway_accounts } = await show(app);
    expect(gateway_accounts).toMatchObject([
      { secret_key: `rk_test_ ${shaOf(keysAt(app).secret_key)}` },
    ]);
    expect(shownIn(await rewrap())).toEqual({ rewrapped: 0 });
    writeFileSync(file, JSON.stringify({ current: 'v1', keys: { ...keys, v2 } }));
    await rewrap();
    writeFileSync(file, old);
  });
});

/** As a service that asks for keys. */
function client(): InternalClient {
  const mint = async () => ({ access_token: await tokenOf('dispute'), expires_in: 300 });
  const tokens = new CachedTokenSource({ mint });
  return new InternalClient({
    service: 'dispute',
    urlOf: () => gateway.internalUrl,
    tokens: () => tokens,
  });
}

describe('services', () => {
  it('get the keys of an app, and only those that speak to processors', async () => {
    const app = await newApp();
    const { endpoint_id } = shownIn(await set(app));
    const account = { ...keysAt(app), gateway_account: null, live: false, endpoint_id };
    const endpoint = {
      customer_app_id: app,
      live: false,
      webhook_secrets: TEST_KEYS.webhook_secrets,
    };
    for (const caller of ['payment-link', 'dispute'] as const) {
      expect((await read(caller, `apps/${app}`)).body).toEqual({ gateway_account: account });
      expect((await read(caller, `endpoints/${endpoint_id}`)).body).toEqual({ endpoint });
    }
    expect((await read('mandate', `apps/${app}`)).status).toBe(403);
    expect((await read('mandate', `endpoints/${endpoint_id}`)).status).toBe(403);
    const url = `${gateway.internalUrl}/internal/gateway_accounts/stripe/apps/${app}`;
    expect((await fetch(url)).status).toBe(401);
    expect((await read('dispute', 'endpoints/01JQ000000000000000000NONE')).body).toEqual({});
    expect((await read('dispute', 'endpoints/nonsense')).body).toEqual({});
  });

  it('use new keys within 5 s, also where they had none', async () => {
    const app = await newApp();
    const asking = client();
    const credentials = new AppCredentials(asking, new DeploymentCredentials([]));
    const place = { customerAppId: app, appType: 'TEST', connector: 'stripe' } as const;
    expect(await credentials.of(place)).toBeNull();
    shownIn(await set(app));
    const hasKey = (key: string) => async () => (await credentials.of(place))?.secretKey === key;
    await eventually(hasKey(keysAt(app).secret_key), { deadlineMs: 5_000 });
    shownIn(await set(app, { ...TEST_KEYS, secret_key: 'sk_test_hunter2N3p4' }));
    await eventually(hasKey('sk_test_hunter2N3p4'), { deadlineMs: 5_000 });
    await asking.close();
  });
});

describe('webhook secrets', () => {
  const rotate = (app: string, webhook_secrets: readonly string[], minutes = '60') => {
    const words = ['rotate-webhook-secret', ...STRIPE, '--overlap-minutes', minutes];
    return run(app, words, { webhook_secrets });
  };
  const [CARDS, DISPUTES] = TEST_KEYS.webhook_secrets as [string, string];
  const NEXT = 'whsec_hunter2Q5r6';

  it('count for a stated time after their rotation, and the ones that stay for good', async () => {
    const app = await newApp();
    shownIn(await set(app));
    const before = Date.now();
    const { webhook_secrets } = shownIn(await rotate(app, [NEXT, DISPUTES]));
    const shown = webhook_secrets.map(({ secret }) => secret);
    expect(shown).toEqual([NEXT, DISPUTES, CARDS].map((secret) => `whsec_ ${shaOf(secret)}`));
    const [next, kept, old] = webhook_secrets;
    expect([next?.valid_until, kept?.valid_until]).toEqual([null, null]);
    const minutes = (Date.parse(old?.valid_until ?? '') - before) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    expect((await keysOf(app))?.webhook_secrets).toEqual([NEXT, DISPUTES, CARDS]);
    const again = shownIn(await rotate(app, [NEXT], '600'));
    const ended = again.webhook_secrets.find(({ secret }) => secret === old?.secret);
    expect(ended?.valid_until).toBe(old?.valid_until);
  });

  it('end at once without an overlap', async () => {
    const app = await newApp();
    shownIn(await set(app));
    shownIn(await rotate(app, [NEXT], '0'));
    expect((await keysOf(app))?.webhook_secrets).toEqual([NEXT]);
  });

  it('are not rotated for an app without an account', async () => {
    const app = await newApp();
    expect(sentenceIn(await rotate(app, [NEXT]))).toBe(
      `The app ${app} has no account of its own at stripe.`,
    );
    const wide = await rotate(app, [NEXT], '99999');
    expect(sentenceIn(wide)).toBe('The overlap must be 0 to 43200 minutes.');
  });
});

describe('the clock of an app with an account at a processor', () => {
  const NO_MOVE = 'so its clock is real time and cannot be moved. Use another test app.';
  const MOVED =
    'The clock of the app was moved or is frozen, and a real processor keeps real time. ' +
    'Use another test app.';

  const appWithToken = async () => {
    const { app, clientSecret } = await gateway.createApp();
    return { app: app.id, token: await gateway.token(app, clientSecret) };
  };
  const move = async (token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await post(`${gateway.publicUrl}/testing/clock`, body, headers);
    return { status: answer.status, text: await answer.text() };
  };
  const clockIn = (app: CustomerAppId, offsetMs: number, frozen: boolean) =>
    admin.query(
      `UPDATE customer_apps SET clock_offset_ms = $2, clock_frozen_at = CASE WHEN $3 THEN now() END
       WHERE customer_app_id = $1`,
      [app, offsetMs, frozen],
    );
  const keepRealTime = async (service: Caller, app: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(service)}` };
    const url = `${gateway.internalUrl}/internal/customer_apps/${app}/real_time`;
    const answer = await post(url, { actor: 'ada' }, headers);
    return { status: answer.status, text: await answer.text() };
  };

  it.each([{ advance_seconds: 60 }, { frozen: true }, { frozen: false }])(
    'is not moved by %j, and can be read',
    async (body) => {
      const { app, token } = await appWithToken();
      shownIn(await set(app));
      const { status, text } = await move(token, body);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { error: expect.objectContaining({ error_code: 'INVALID_REQUEST' }) as object },
      ]);
      expect(text).toContain(NO_MOVE);
      const headers = { authorization: `Bearer ${token}` };
      const clock = await fetch(`${gateway.publicUrl}/testing/clock`, { headers });
      expect([clock.status, await clock.json()]).toMatchObject([200, { frozen: false }]);
    },
  );

  it.each([
    ['moved', 60_000, false],
    ['frozen', 0, true],
  ])('must not be %s before', async (_what, offsetMs, frozen) => {
    const app = await newApp();
    await clockIn(app, offsetMs, frozen);
    expect(sentenceIn(await set(app))).toBe(MOVED);
    expect(await keysOf(app)).toBeUndefined();
    const { status, text } = await keepRealTime('payment-link', app);
    expect([status, text]).toEqual([400, expect.stringContaining(MOVED)]);
  });

  it('must not be on the way to another instant', async () => {
    const app = await newApp();
    await admin.query(
      `INSERT INTO clock_moves (customer_app_id, target_at, advance_seconds, frozen, settled,
         updated_at) VALUES ($1, now() + interval '1 day', 86400, false, false, now())`,
      [app],
    );
    expect(sentenceIn(await set(app))).toBe(MOVED);
  });

  it('is kept at real time for payment-link, for good, and for no other service', async () => {
    const { app, token } = await appWithToken();
    expect((await keepRealTime('mandate', app)).status).toBe(403);
    for (let time = 0; time < 2; time += 1) {
      expect((await keepRealTime('payment-link', app)).status).toBe(200);
    }
    expect((await move(token, { frozen: true })).status).toBe(400);
    const command = ['customer-app', 'show', '--id', app];
    const shown = await runCommandHere(gateway.environment.variables, command);
    expect(JSON.parse(shown.stdout)).toMatchObject({ keeps_real_time: true });
  });
});
