import { ALL_SCOPES } from '@towpath/contracts';
import type { HostedLinkConsent, HostedLinkResult } from '@towpath/contracts/account-data';
import { newId, type Id } from '@towpath/kernel';
import { LinkClient, RETURN_URI, type Refusal } from './link-client.fixture.js';
import { codeOf, LinkPage } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

let client: LinkClient;
beforeAll(async () => {
  const [bank, store, erasure] = [new StandInBank(), new StandInStore(), new StandInErasure()];
  client = await LinkClient.start({ bank, store, erasure, income: new StandInIncome() });
});
afterAll(() => client?.service.end());

/** A customer token of the app without some of its scopes. */
const tokenWithout = (...removed: string[]) =>
  client.service.token(client.app, {
    client_id: client.clientId,
    scopes: ALL_SCOPES.filter((scope) => !removed.includes(scope)),
  });
const DATA = ['account', 'card:get', 'transaction', 'statement:read', 'composite_statement'];
const NO_DATA = [...DATA, 'account_number', 'identity', 'balance_history', 'income:get'];
const linkToken = (more: object) => ({
  grant_type: 'client_credentials',
  response_type: 'code',
  response_mode: 'query',
  client_id: client.clientId,
  redirect_uri: RETURN_URI,
  user_id: 'customer-42',
  ...more,
});

describe('products whose scope the app lacks', () => {
  it.each([
    ['IDENTITY', 'identity'],
    ['ACCOUNT_NUMBERS', 'account_number'],
    ['INCOME_ESTIMATION', 'income:get'],
    ['TRANSACTIONS', 'transaction'],
  ])('%s is refused by name before a user is asked', async (product, scope) => {
    const token = await tokenWithout(scope);
    const products_requested = ['ACCOUNTS', product];
    const { login_identity_id } = await client.linked('usergood');
    const orders: [string, object][] = [
      ['/link', client.order('usergood', { products_requested })],
      ['/link/token', linkToken({ products_requested })],
      ['/link/token', linkToken({ products_requested, login_identity_id })],
    ];
    for (const [path, order] of orders) {
      const refused = await client.service.post<Refusal>(path, order, token);
      expect(codeOf(refused)).toEqual([400, 'INVALID_REQUEST']);
      expect(JSON.stringify(refused.body)).toContain(`needs the scope ${scope}`);
      expect((await client.service.post(path, order, client.token)).status).toBe(200);
    }
  });

  it('are left out if the request names no product, in both ways to link', async () => {
    const token = await tokenWithout('identity', 'account_number');
    const order = client.order('usergood', { products_requested: [] });
    const { body } = await client.service.post<{
      login_identity: { login_identity_id: string; permissions: string[] };
    }>('/link', order, token);
    const { permissions } = body.login_identity;
    expect(permissions).toEqual(expect.arrayContaining(['ACCOUNTS', 'ONLINE_TRANSACTIONS']));
    for (const closed of ['IDENTITY', 'ACCOUNT_NUMBERS']) expect(permissions).not.toContain(closed);
    const opened = await client.service.post<{ access_token: string }>(
      '/link/token',
      linkToken({}),
      token,
    );
    const page = await LinkPage.of(client, opened.body.access_token);
    const { products } = await page.get<HostedLinkConsent>('consent?institution_id=testbank');
    expect(products).toContain('accounts');
    for (const closed of ['identity', 'account_numbers']) expect(products).not.toContain(closed);
  });

  it('are left out of a relink, which asks for the others', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const token = await tokenWithout('identity');
    const path = `/link/relink/${id}`;
    expect((await client.service.post(path, client.again(), token)).status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    const { permissions } = await client.read(id);
    expect(permissions).toContain('STATEMENTS');
    expect(permissions).not.toContain('IDENTITY');
  });

  it('make the link of an app without any scope fail', async () => {
    const token = await tokenWithout(...NO_DATA);
    const { login_identity_id } = await client.linked('usergood');
    const orders: [string, object][] = [
      ['/link', client.order('usergood', { products_requested: [] })],
      ['/link/token', linkToken({})],
      ['/link/token', linkToken({ login_identity_id })],
      [`/link/relink/${login_identity_id}`, client.again()],
    ];
    for (const [path, order] of orders) {
      const refused = await client.service.post<Refusal>(path, order, token);
      expect([path, ...codeOf(refused)]).toEqual([path, 400, 'INVALID_REQUEST']);
    }
  });
});

describe('GET /link/status', () => {
  it('gives one pair of tokens, and none after its first refresh', async () => {
    const { login_identity_id: id, authentication_id: login } = await client.linked('usergood');
    const first = await client.statusOf(id);
    expect(first.body.success).toMatchObject({ login_identity_id: id });
    expect(await client.statusOf(id)).toEqual(first);
    const [order] = client.service.gateway.pairs.slice(-1);
    expect(order).toMatchObject({ authentication_id: login, customer_app_id: client.app });
    client.service.gateway.refreshed.add(login);
    const later = await client.statusOf(id);
    expect(later).toMatchObject({
      status: 200,
      body: { pending: { code: 'DATA_RETRIEVAL_COMPLETE', message: 'The login is complete.' } },
    });
    expect(later.body).not.toHaveProperty('success');
  });

  it('gives no pair when 10 minutes have passed since the login', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const pairs = client.service.gateway.pairs.length;
    const before = async (ms: number) => {
      const login = newId<Id<'Authentication'>>(new Date(Date.now() - ms));
      await client.sql(`UPDATE login_identities SET authentication_id = '${login}'
        WHERE login_identity_id = '${id}'`);
      return (await client.statusOf(id)).body;
    };
    expect(await before(9 * 60_000)).toHaveProperty('success');
    expect(await before(10 * 60_000 + 1_000)).toMatchObject({
      pending: { message: 'The login is complete.' },
    });
    expect(client.service.gateway.pairs).toHaveLength(pairs + 1);
  });
});

describe('the scopes of a token for the gateway', () => {
  const read = async (id: string, app: string = client.app, caller = 'gateway') => {
    const path = `/internal/login_identities/${id}/scopes?customer_app_id=${app}`;
    const token = await client.service.serviceToken(caller);
    return client.service.get<{ scopes: string[] } & Refusal>(path, token);
  };

  it('are those of the products that the consent covers now', async () => {
    const more = { products_requested: ['ACCOUNTS', 'IDENTITY'] };
    const { login_identity_id: id } = await client.linked('usergood', more);
    const own = ['loginIdentity:self', 'loginIdentity:update', 'loginIdentity:delete'];
    expect((await read(id)).body.scopes).toEqual([...own, 'account', 'card:get', 'identity']);
    await client.sql(`UPDATE login_identities SET permission_expires_at = now()
      WHERE login_identity_id = '${id}'`);
    expect((await read(id)).body.scopes).toEqual(own);
    await client.service.delete('/login_identity', await client.ownToken(id));
    expect(codeOf(await read(id))).toEqual([400, 'LOGIN_IDENTITY_NOT_FOUND']);
  });

  it('are given only to the gateway, and only for the right app', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    expect((await read(id, client.app, 'mandate')).status).toBe(403);
    const other = await client.service.customerApp();
    expect(codeOf(await read(id, other))).toEqual([400, 'LOGIN_IDENTITY_NOT_FOUND']);
  });
});

it('a finished page gives its code again to a page that lost it, and none after its exchange', async () => {
  const page = await LinkPage.open(client);
  await page.login('usergood');
  await page.reaches('CONNECTED');
  const first = await page.post<HostedLinkResult>('result');
  expect(first.body.parameters).toHaveProperty('code');
  expect(await page.post('result')).toEqual(first);
  const [order] = client.service.gateway.codes.slice(-1);
  client.service.gateway.exchanged.add(order?.['session_id']);
  expect(codeOf(await page.post('result'))).toEqual([401, 'UNAUTHORIZED']);
});

it('a live app sends its code challenge by S256 alone', async () => {
  const live = await client.service.customerApp('LIVE', { redirect_uris: [RETURN_URI] });
  const claims = { client_id: client.clientId, app_type: 'LIVE' } as const;
  const tokens = { live: await client.service.token(live, claims), test: client.token };
  const ask = async (token: string, method?: string) => {
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: method };
    return codeOf(await client.service.post<Refusal>('/link/token', linkToken(challenge), token));
  };
  const refused = [400, 'INVALID_REQUEST'];
  expect(await ask(tokens.live, 'plain')).toEqual(refused);
  expect(await ask(tokens.live)).toEqual(refused);
  expect(await ask(tokens.live, 'S256')).toEqual([200, undefined]);
  expect(await ask(tokens.test, 'plain')).toEqual([200, undefined]);
});
