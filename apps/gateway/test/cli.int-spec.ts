import { eventually } from '@towpath/testing';
import { decodeJwt } from 'jose';
import { hostname, userInfo } from 'node:os';
import pg from 'pg';
import { startGateway, type RunningGateway } from './gateway.fixture.js';
import { runCli, runCommandHere, type Ended } from './gateway-process.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

interface PrintedApp {
  readonly customer_app_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly settlement_accounts: readonly { currencies: string[]; account_id: string }[];
  readonly [member: string]: unknown;
}

const SECRET = /cs_[0-9A-Z]{10}_[\w-]{54}/;
const ACCOUNTS = '/internal/settlement_accounts';

describe('the command line', () => {
  let gateway: RunningGateway;
  let paymentLink: StandIn;
  let mandate: StandIn;
  beforeAll(async () => {
    paymentLink = await startStandIn();
    mandate = await startStandIn();
    gateway = await startGateway({
      PAYMENT_LINK_INTERNAL_URL: paymentLink.url,
      MANDATE_INTERNAL_URL: mandate.url,
      DISPUTE_INTERNAL_URL: paymentLink.url,
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await paymentLink.stop();
    await mandate.stop();
  });
  beforeEach(() => {
    paymentLink.seen.length = 0;
    mandate.seen.length = 0;
    paymentLink.answer(({ body }, response) => {
      const { currencies } = JSON.parse(body) as { currencies: string[] };
      response.end(JSON.stringify({ account_id: `A-${currencies.join()}`, currencies }));
    });
  });

  const cli = (...args: string[]): Promise<Ended> =>
    runCommandHere(gateway.environment.variables, args);
  const done = async (...args: string[]): Promise<PrintedApp> => {
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as PrintedApp;
  };
  const create = (...args: string[]) =>
    done('customer-app', 'create', '--name', 'Shop', '--no-accounts', ...args);
  const ask = (credentials: { client_id: string; client_secret: string }) =>
    fetch(`${gateway.publicUrl}/auth/customer/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: credentials.client_id,
        client_secret: credentials.client_secret,
        grant_type: 'client_credentials',
      }),
    });
  const tokenOf = async (app: { client_id: string; client_secret: string }) =>
    ((await (await ask(app)).json()) as { access_token: string }).access_token;
  const clockStatus = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${gateway.publicUrl}/testing/clock`, { headers })).status;
  };

  it('creates an app whose printed secret works, and shows the secret this once', async () => {
    const app = await create('--redirect-uri', 'https://shop.example.com/back');
    expect(app).toMatchObject({
      base_url: 'https://api.example.com',
      redirect_uris: ['https://shop.example.com/back'],
      settlement_accounts: [],
    });
    expect([app.client_id.length, app.client_secret.length]).toEqual([26, 68]);
    expect(await clockStatus(await tokenOf(app))).toBe(200);
    expect(paymentLink.seen).toEqual([]);
    const listed = await runCli(gateway.environment.variables, ['customer-app', 'list']);
    const shown = await cli('customer-app', 'show', '--id', app.customer_app_id);
    for (const { code, stdout } of [listed, shown]) {
      expect(code).toBe(0);
      expect(stdout).toContain(app.customer_app_id);
      expect(stdout).not.toMatch(SECRET);
      expect(stdout).not.toMatch(/secret|hash/i);
    }
  });

  it('requires PKCE verifiers of a new app, until an operator waives them', async () => {
    const { customer_app_id: id } = await create();
    const show = () => done('customer-app', 'show', '--id', id);
    expect((await show())['pkce']).toBe('REQUIRED');
    expect(await done('customer-app', 'update', '--id', id, '--pkce', 'OPTIONAL')).toMatchObject({
      pkce: 'OPTIONAL',
    });
    const wrong = await cli('customer-app', 'update', '--id', id, '--pkce', 'NEVER');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('pkce')]);
    expect((await show())['pkce']).toBe('OPTIONAL');
    const waived = await create('--pkce', 'OPTIONAL');
    const shown = await done('customer-app', 'show', '--id', waived.customer_app_id);
    expect(shown['pkce']).toBe('OPTIONAL');
  });

  it('opens the accounts of a test app, the first one last, with a token of its own', async () => {
    const app = await done('customer-app', 'create', '--name', 'Shop', '--actor', 'ada');
    const opened = app.settlement_accounts.map(({ currencies }) => currencies.join());
    expect(opened).toEqual(['HKD', 'USD', 'SGD', 'JPY', 'KWD']);
    const bodies = paymentLink.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies.map(({ currencies }) => String(currencies))).toEqual(opened.toReversed());
    expect(bodies[4]).toMatchObject({
      customer_app_id: app.customer_app_id,
      actor: 'ada',
      card_integration_id: 'GW1',
      opening_balance: 1_000_000,
    });
    const [first] = paymentLink.seen;
    expect(first).toMatchObject({ method: 'POST', url: ACCOUNTS });
    const token = String(first?.headers['authorization']).replace('Bearer ', '');
    expect(decodeJwt(token)).toMatchObject({
      ...{ aud: 'payment-link', token_use: 'service', sub: 'gateway' },
      operator: {
        ...{ subject: `os:${userInfo().username}@${hostname()}`, role: 'admin', apps: '*' },
        purpose: 'act',
      },
    });
  });

  it('opens no account for a live app, and only the named currencies if some are named', async () => {
    const live = await done('customer-app', 'create', '--name', 'Live', '--live');
    expect([live.settlement_accounts, live['redirect_uris']]).toEqual([[], []]);
    const named = ['--name', 'Two', '--currencies', 'USD,JPY'];
    const { settlement_accounts } = await done('customer-app', 'create', ...named);
    expect(settlement_accounts.map(({ currencies }) => currencies.join())).toEqual(['USD', 'JPY']);
  });

  it('prints the secret of an app whose accounts could not be opened, and says so', async () => {
    paymentLink.answer((_request, response) => {
      response.writeHead(500);
      response.end();
    });
    const { code, stdout, stderr } = await cli('customer-app', 'create', '--name', 'Shop');
    expect(code).toBe(1);
    expect((await ask(JSON.parse(stdout) as PrintedApp)).status).toBe(200);
    expect(stderr).toMatch(/^The app \w{26} was created, but not all of its .*HTTP 500.*\n$/);
  });

  it('updates given members and keeps the rest; a removed scope ends tokens', async () => {
    const app = await create('--setting', 'display_name=Shop', '--setting', 'accent=#112233');
    const id = ['--id', app.customer_app_id];
    const before = await tokenOf(app);
    const updated = await done(
      ...['customer-app', 'update', ...id, '--name', 'Other', '--scopes', 'account'],
      ...['--setting', 'accent=', '--setting', 'support_url=https://help.example.com'],
    );
    expect(updated).toMatchObject({
      name: 'Other',
      scopes: ['test', 'account'],
      settings: { display_name: 'Shop', support_url: 'https://help.example.com' },
    });
    expect((updated['settings'] as object) ?? {}).not.toHaveProperty('accent');
    expect(await clockStatus(await tokenOf(app))).toBe(403);
    await eventually(async () => (await clockStatus(before)) === 401);
  });

  it('rotates a secret: with an overlap both count, without one the old ends at once', async () => {
    const app = await create();
    const rotate = ['customer-app', 'rotate-secret', '--id', app.customer_app_id];
    const token = await tokenOf(app);
    const second = await done(...rotate, '--overlap-minutes', '60');
    expect([(await ask(app)).status, (await ask(second)).status]).toEqual([200, 200]);
    expect(await clockStatus(token)).toBe(200);
    const third = await done(...rotate);
    const statuses = await Promise.all([app, second, third].map(async (one) => ask(one)));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
    await eventually(async () => (await clockStatus(token)) === 401, { deadlineMs: 5_000 });
  });

  it('disables, enables and takes an app live', async () => {
    const app = await create();
    const set = (word: string) => done('customer-app', word, '--id', app.customer_app_id);
    const token = await tokenOf(app);
    expect(await set('disable')).toMatchObject({ status: 'DISABLED' });
    await eventually(async () => (await clockStatus(token)) === 401, { deadlineMs: 5_000 });
    expect((await ask(app)).status).toBe(401);
    expect(await set('enable')).toMatchObject({ status: 'ENABLED', app_type: 'TEST' });
    const again = await tokenOf(app);
    await eventually(async () => (await clockStatus(again)) === 200, { deadlineMs: 5_000 });
    expect(await set('enable-live')).toMatchObject({ app_type: 'LIVE' });
    await eventually(async () => (await clockStatus(again)) === 401, { deadlineMs: 5_000 });
    expect(await clockStatus(await tokenOf(app))).toBe(400);
  });

  it('writes an audit row per command, with its actor and without a secret', async () => {
    const app = await create('--actor', 'ada');
    const id = ['--id', app.customer_app_id];
    await done('customer-app', 'rotate-secret', ...id, '--overlap-minutes', '5', '--actor', 'ben');
    await done('customer-app', 'disable', ...id);
    const client = new pg.Client(gateway.database.adminUrl);
    await client.connect();
    const { rows } = await client.query<{ command: string; actor: string; details: object }>(
      'SELECT command, actor, details FROM customer_app_changes WHERE customer_app_id = $1 ORDER BY sequence',
      [app.customer_app_id],
    );
    const everything = await client.query(
      `SELECT (SELECT json_agg(c) FROM customer_app_changes c)::text
         || (SELECT json_agg(o) FROM outbox o)::text
         || (SELECT json_agg(s) FROM client_secrets s)::text AS text`,
    );
    await client.end();
    expect(rows.map(({ command, actor }) => [command, actor])).toEqual([
      ['create', 'ada'],
      ['rotate-secret', 'ben'],
      ['disable', expect.any(String)],
    ]);
    expect(rows[1]?.details).toEqual({ overlap_minutes: 5 });
    expect((everything.rows as { text: string }[])[0]?.text).not.toMatch(SECRET);
  });

  it('creates and updates settlement accounts at payment-link', async () => {
    const { customer_app_id: app } = await create();
    const account = ['--customer-app', app, '--currencies', 'EUR,GBP'];
    const types = ['--payment-method-types', 'CARD', '--card-gateway', 'GW1'];
    const rest = ['--reference', 'main', '--opening-balance', '500'];
    const made = await done('settlement-account', 'create', ...account, ...types, ...rest);
    expect(made).toMatchObject({ account_id: 'A-EUR,GBP', payment_method_type: ['CARD'] });
    await done('settlement-account', 'update', '--account', 'A-1', ...account, ...types);
    const [create1, update] = paymentLink.seen.map(({ body }) => JSON.parse(body) as object);
    expect(create1).toMatchObject({
      settlement_account_reference: 'main',
      opening_balance: 500,
      currencies: ['EUR', 'GBP'],
    });
    expect(update).toMatchObject({ account_id: 'A-1', card_integration_id: 'GW1' });
    expect(update).not.toHaveProperty('opening_balance');
  });

  it('sends the erasure of a payment user to payment-link, with operator and reason', async () => {
    const tombstone = { user_id: 'U', actor: 'ada', reason: 'asked for' };
    paymentLink.answer((_request, response) => response.end(JSON.stringify(tombstone)));
    const erase = ['payment-user', 'erase', '--customer-app', 'A', '--user', 'U'];
    const printed = await done(...erase, '--reason', 'asked for', '--actor', 'ada');
    expect(printed).toEqual(tombstone);
    const [asked] = paymentLink.seen;
    expect(asked).toMatchObject({ method: 'POST', url: '/internal/payment_users/erase' });
    expect(JSON.parse(asked?.body ?? '')).toEqual({ ...tombstone, customer_app_id: 'A' });
  });

  it('lists the findings of the reconciliation of all services by age', async () => {
    const found = (...ids: string[]) => ({ differences: ids.map((id) => ({ difference_id: id })) });
    paymentLink.answer((_request, response) => response.end(JSON.stringify(found('01A', '01D'))));
    mandate.answer((_request, response) => response.end(JSON.stringify(found('01B', '01E'))));
    expect(await done('reconciliation', 'list')).toEqual(found('01A', '01B', '01D', '01E'));
    await done('reconciliation', 'list', '--customer-app', 'A', '--after', 'D');
    const path = '/internal/reconciliation_differences';
    for (const { seen } of [paymentLink, mandate]) {
      expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `GET ${path}?limit=100`,
        `GET ${path}?customer_app_id=A&after=D&limit=100`,
      ]);
    }
  });

  it('lists the disputes that differ at the processors', async () => {
    paymentLink.answer((_request, response) => response.end('{"differences":[]}'));
    expect(await done('reconciliation', 'disputes', '--customer-app', 'A')).toEqual({
      differences: [],
    });
    expect(paymentLink.seen.map(({ url, body }) => [url, body])).toEqual([
      ['/internal/disputes/compare', '{"customer_app_id":"A"}'],
    ]);
  });

  it('prints why payment-link refuses an account', async () => {
    const details = 'currencies must list ISO 4217 codes';
    paymentLink.answer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { error_code: 'INVALID_REQUEST', details } }));
    });
    const ended = await cli(
      ...['settlement-account', 'create', '--customer-app', 'x', '--currencies', 'QQQ'],
      ...['--payment-method-types', 'CARD'],
    );
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `${details}\n` });
  });
});
