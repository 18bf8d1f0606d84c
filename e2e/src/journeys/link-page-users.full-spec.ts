import { ALL_SCOPES } from '@towpath/contracts';
import type {
  LinkTokenResponse,
  LoginIdentityResponse,
  TransactionsResponse,
} from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { eventually, type Merchant } from '@towpath/testing';
import type { Request } from 'playwright-core';
import { type BrowserPayer, Payers } from '../clients/browser-payer.js';
import { loginEvents, splitEvents } from '../clients/login-events.js';
import { inDatabase } from '../clients/service-database.js';
import { RunningSystem } from '../system/running-system.js';

const CALLBACK = 'http://127.0.0.1:8090/callback';
/** Nothing listens there: the feed shows every event, and in which order. */
const NOWHERE = 'http://127.0.0.1:9/hook';
const BEGUN = 'AUTHENTICATION_INITIALIZED';
const ENTERED = 'AUTHENTICATION_OTP_ENTERED';
const LET_IN = [BEGUN, 'AUTHENTICATED'];
const WITH_ACCOUNTS = ['ACCOUNTS_RETRIEVED', 'DATA_RETRIEVAL_COMPLETE'];
const DONE = ['DATA_RETRIEVAL_COMPLETE', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL', 'ERROR'];

const PATIENCE = { deadlineMs: 120_000 };

const system = RunningSystem.open();
let shop: Merchant;
let payers: Payers;

beforeAll(async () => {
  shop = await system.newShop({ scopes: ALL_SCOPES, redirectUris: [CALLBACK] });
  await shop.subscribe({ url: NOWHERE });
  payers = await Payers.start();
});
afterAll(() => payers.stop());

interface Opened {
  readonly user: BrowserPayer;
  /** What the customer app receives. */
  readonly returned: () => Promise<Record<string, string>>;
}

async function open(more: object = {}): Promise<Opened> {
  const { link_url: url } = await shop.call<LinkTokenResponse>({
    method: 'POST',
    path: '/link/token',
    body: {
      grant_type: 'client_credentials',
      response_type: 'code',
      response_mode: 'form_post',
      client_id: shop.credentials.client_id,
      redirect_uri: CALLBACK,
      user_id: 'customer-42',
      state: 'state-1',
      ...more,
    },
  });
  const user = await payers.open(url);
  const arrived: Request[] = [];
  await user.page.context().route('http://127.0.0.1:8090/**', (route) => {
    arrived.push(route.request());
    return route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' });
  });
  const returned = async () => {
    await user.sees('The app');
    const [request] = arrived;
    return Object.fromEntries(new URLSearchParams(request?.postData() ?? ''));
  };
  return { user, returned };
}

async function logsIn(user: BrowserPayer, userId: string, password = 'datagood'): Promise<void> {
  await user.page.locator('#bank-user-id').fill(userId);
  await user.page.locator('#bank-password').fill(password);
  await user.mainButton.click();
}

/** In a field of its own: the one of a code before it is gone. */
async function entersCode(user: BrowserPayer, code: string): Promise<void> {
  await user.sees('Enter the code');
  const field = user.page.locator('#action-otp:not([disabled])');
  await eventually(async () => (await field.inputValue()) === '');
  await field.fill(code);
  await user.mainButton.click();
}

/** From the search to the bank's answer. */
async function links(user: BrowserPayer, userId: string): Promise<void> {
  await user.page.locator('#bank-search').fill('tset bank');
  const banks = user.page.getByRole('option');
  await banks
    .filter({ hasText: 'Test Bank' })
    .filter({ hasText: 'Personal Internet Banking' })
    .first()
    .click();
  await agrees(user, userId);
}

/** From the consent to the bank's answer. */
async function agrees(user: BrowserPayer, userId: string, bank = 'Test Bank'): Promise<void> {
  await user.sees('Check and agree');
  await user.mainButton.click();
  await user.sees(`Sign in to ${bank}`);
  await logsIn(user, userId);
}

async function exchanged(code: string): Promise<AccessTokenResponse> {
  const form = { grant_type: 'authorization_code', code, client_id: shop.credentials.client_id };
  return shop.call<AccessTokenResponse>({
    method: 'POST',
    path: '/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams({ ...form, redirect_uri: CALLBACK }).toString(),
  });
}

async function settled(loginIdentityId: string): Promise<LoginIdentityResponse['login_identity']> {
  const path = `/login_identity/${loginIdentityId}`;
  return eventually(async () => {
    const { login_identity: found } = await shop.call<LoginIdentityResponse>({
      method: 'GET',
      path,
    });
    return DONE.includes(found.status) && found;
  }, PATIENCE);
}

/** Of the shop: what failed brings the app no name of it. */
function lastLogin(): Promise<string> {
  return inDatabase(system, 'account_data', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT login_identity_id AS id FROM login_identities WHERE customer_app_id = $1
       ORDER BY created_at DESC LIMIT 1`,
      [shop.customerAppId],
    );
    return rows[0]?.id ?? '';
  });
}

describe('a user on the page of a link', () => {
  it('finds the bank, agrees, logs in, and the app gets a code that works once', async () => {
    const { user, returned } = await open();
    await links(user, 'usergood');
    await user.sees('Test Bank is linked');
    await user.reads('has received the data that you agreed to.');
    await user.mainButton.click();
    const { code = '', state, login_identity_id: id = '' } = await returned();
    expect(state).toBe('state-1');
    const tokens = await exchanged(code);
    expect(tokens.login_identity_id).toBe(id);
    expect((await settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const told = await loginEvents(shop, { id, count: 12 });
    const [login, products] = splitEvents(told);
    expect([told.at(-1), login]).toEqual(['DATA_RETRIEVAL_COMPLETE', LET_IN]);
    expect(products).toEqual(['ACCOUNTS_RETRIEVED', 'IDENTITY_RETRIEVED', 'STATEMENTS_RETRIEVED']);
    await expect(exchanged(code)).rejects.toThrow(/INVALID_GRANT/);
  });

  it('chooses a device, mistypes a code, and is let in', async () => {
    const { user, returned } = await open({ products_requested: ['ACCOUNTS'] });
    await links(user, 'user_device');
    await user.sees('Choose a device');
    await user.page.getByRole('radio').first().check();
    await user.mainButton.click();
    await entersCode(user, '000000');
    await user.reads('That code is not right.');
    await entersCode(user, '123456');
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const answered = [ENTERED, ENTERED, ENTERED];
    const told = [begun, ...answered, accepted, ...WITH_ACCOUNTS];
    expect(await loginEvents(shop, { id, count: told.length })).toEqual(told);
  });

  it('as user_otp enters the code, and what is told follows what was done', async () => {
    const { user, returned } = await open({ products_requested: ['ACCOUNTS'] });
    await links(user, 'user_otp');
    for (const code of ['111111', '123456']) await entersCode(user, code);
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const told = [begun, ENTERED, ENTERED, accepted, ...WITH_ACCOUNTS];
    expect(await loginEvents(shop, { id, count: told.length })).toEqual(told);
  });

  it('as user_otp is refused after the third wrong code', async () => {
    const { user, returned } = await open();
    await links(user, 'user_otp');
    for (const code of ['000001', '000002', '000003']) await entersCode(user, code);
    await user.sees('Too many attempts');
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error: 'TOO_MANY_ATTEMPTS' });
    const told = [BEGUN, ENTERED, ENTERED, ENTERED, 'AUTHENTICATION_TOO_MANY_ATTEMPTS'];
    expect(await loginEvents(shop, { id: await lastLogin(), count: told.length })).toEqual(told);
  });

  it('as user_slow sees the data arrive, and need not wait', async () => {
    const { user, returned } = await open({ products_requested: ['ACCOUNTS', 'IDENTITY'] });
    await links(user, 'user_slow');
    await user.sees('Test Bank is linked');
    await user.reads('On its way');
    await user.reads('You need not wait: it continues without this page.');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    expect((await settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const [login, products] = splitEvents(await loginEvents(shop, { id, count: 5 }));
    expect([login, products]).toEqual([LET_IN, ['ACCOUNTS_RETRIEVED', 'IDENTITY_RETRIEVED']]);
  });

  it('as user_large has 100,000 transactions, each once', async () => {
    const { user, returned } = await open({ products_requested: ['ACCOUNTS', 'TRANSACTIONS'] });
    await links(user, 'user_large');
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { code = '', login_identity_id: id = '' } = await returned();
    const { access_token: token } = await exchanged(code);
    expect((await settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const page = await shop.api.call<TransactionsResponse>({
      method: 'GET',
      path: '/transactions?offset=99999&limit=2',
      token,
    });
    expect([page.total_transactions, page.transactions.length]).toEqual([100_000, 1]);
    const told = await loginEvents(shop, { id, count: 6 });
    expect([told.slice(0, 2), told.at(-1)]).toEqual([LET_IN, 'DATA_RETRIEVAL_COMPLETE']);
    expect(told.slice(2, -1).toSorted()).toEqual([
      'ACCOUNTS_RETRIEVED',
      'HISTORICAL_TRANSACTIONS_RETRIEVED',
      'ONLINE_TRANSACTIONS_RETRIEVED',
    ]);
  });

  it('of testbank-oauth signs in on the page of the bank and comes back', async () => {
    const { user, returned } = await open({
      institution_id: 'testbank-oauth',
      products_requested: ['ACCOUNTS'],
    });
    await user.sees('Check and agree');
    await user.mainButton.click();
    await user.page.locator('[name="user_id"]').fill('usergood');
    await user.page.locator('[name="password"]').fill('datagood');
    await user.presses('Approve');
    await user.sees('Test Bank OAuth is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const told = [begun, ENTERED, accepted, ...WITH_ACCOUNTS];
    expect(await loginEvents(shop, { id, count: told.length })).toEqual(told);
  });

  it('of testbank-unavailable is told that it is down, and the app learns it', async () => {
    const { user, returned } = await open({ institution_id: 'testbank-unavailable' });
    await agrees(user, 'usergood', 'Test Bank Unavailable');
    await user.sees('The bank cannot be reached');
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error: 'INSTITUTION_UNAVAILABLE' });
    const told = [BEGUN, 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'];
    expect(await loginEvents(shop, { id: await lastLogin(), count: 2 })).toEqual(told);
  });

  it.each([
    ['user_locked', 'Too many attempts', 'TOO_MANY_ATTEMPTS', 'AUTHENTICATION_TOO_MANY_ATTEMPTS'],
    [
      'user_down',
      'The bank cannot be reached',
      'INSTITUTION_UNAVAILABLE',
      'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
    ],
  ])('as %s is told what happened, and the app learns it', async (userId, title, error, event) => {
    const { user, returned } = await open();
    await links(user, userId);
    await user.sees(title);
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error, state: 'state-1' });
    expect(await loginEvents(shop, { id: await lastLogin(), count: 2 })).toEqual([BEGUN, event]);
  });

  it.each([
    [
      'user_partial',
      'Test Bank is linked',
      'Could not be read',
      ['ACCOUNTS_RETRIEVED', 'IDENTITY_PARTIALLY_RETRIEVED', 'STATEMENTS_RETRIEVAL_FAILED'],
    ],
    [
      'user_empty',
      'No data found',
      'None found',
      ['ACCOUNTS_NOT_FOUND', 'IDENTITY_RETRIEVED', 'STATEMENTS_NOT_FOUND'],
    ],
  ])('as %s sees which data could not be had', async (userId, title, state, events) => {
    const { user } = await open({ products_requested: ['ACCOUNTS', 'IDENTITY', 'STATEMENTS'] });
    await links(user, userId);
    await user.sees(title);
    await user.reads(state);
    const told = await loginEvents(shop, { id: await lastLogin(), count: 6 });
    expect([told.slice(0, 2), told.at(-1)]).toEqual([LET_IN, 'DATA_RETRIEVAL_COMPLETE']);
    expect(told.slice(2, -1).toSorted()).toEqual(events);
  });

  it('with a wrong password gets the form again, in Korean too, and is let in with the right one', async () => {
    const products = { products_requested: ['ACCOUNTS'] };
    const { user } = await open({ institution_id: 'testbank', language: 'ko', ...products });
    await user.sees('확인 및 동의');
    await user.mainButton.click();
    await logsIn(user, 'usergood', 'wrong');
    await user.page.locator('#bank-password[aria-invalid="true"]').waitFor();
    await logsIn(user, 'usergood');
    await user.sees('Test Bank 연결 완료');
    const told = [BEGUN, 'AUTHENTICATION_FAILED', ...LET_IN, ...WITH_ACCOUNTS];
    expect(await loginEvents(shop, { id: await lastLogin(), count: told.length })).toEqual(told);
  });

  it('who presses cancel goes back with access_denied', async () => {
    const { user, returned } = await open();
    await user.sees('Choose your bank');
    await user.presses('Cancel');
    expect(await returned()).toMatchObject({ error: 'access_denied', state: 'state-1' });
  });
});
