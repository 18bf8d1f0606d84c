import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import {
  InvalidGrantError,
  InvalidRequestError,
  type CreateLinkRequest,
  type LinkTokenRequest,
} from '@towpath/sdk';
import type { AccountsResponse } from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { eventually, Merchant, sealFields } from '@towpath/testing';
import { finishLogin, sealedLogin, startLogin } from '../bad-input/linked-login.js';
import { RunningSystem } from '../system/running-system.js';

const REDIRECT_URI = 'https://shop.example.com/return';
const LOST = [403, 'INSUFFICIENT_SCOPE'];

interface Refusal {
  readonly error?: { readonly error_code: string };
}

const system = RunningSystem.open();
let key: Jwk;
beforeAll(async () => {
  key = await system.shop().linkKey();
});

const without = (...removed: string[]) => ALL_SCOPES.filter((scope) => !removed.includes(scope));
const newShop = (scopes: readonly string[]) =>
  system.newShop({ scopes: scopes as typeof ALL_SCOPES, redirectUris: [REDIRECT_URI] });
const read = async (shop: Merchant, token: string, path: string) => {
  const { status, body } = await shop.api.send<Refusal>({ method: 'GET', path, token });
  return status === 200 ? [200] : [status, body.error?.error_code];
};
const statusOf = (shop: Merchant, id: string) => shop.linkStatus({ path: { loginIdentityId: id } });
const refresh = (shop: Merchant, refresh_token: string) =>
  shop.refreshToken({ body: { refresh_token } });
/** The same app with its present scopes. */
const anew = ({ credentials }: Merchant) => new Merchant(system.api(), credentials);

/** A hosted page with its login; for an existing link, its update. */
async function loggedIn(shop: Merchant, more: object): Promise<string> {
  const order: LinkTokenRequest = {
    grant_type: 'client_credentials',
    response_type: 'code',
    response_mode: 'query',
    client_id: shop.credentials.client_id,
    redirect_uri: REDIRECT_URI,
    user_id: 'customer-42',
    ...more,
  };
  const post = <T>(path: string, token: string, body: object = {}) =>
    shop.api.call<T>({ method: 'POST', path, token, body });
  const link = await shop.generateLinkToken({ body: order });
  const page = await post<AccessTokenResponse>('/link/hosted/session', link.access_token);
  const token = page.access_token;
  const path = '/link/hosted/consent?institution_id=testbank';
  const { consent } = await shop.api.call<{ consent: { version: string; sha256: string } }>({
    method: 'GET',
    path,
    token,
  });
  await post('/link/hosted/login', token, {
    institution_id: 'testbank',
    consent: { version: consent.version, sha256: consent.sha256 },
    encrypted_credentials: sealedLogin(key),
  });
  await eventually(async () => {
    const view = { method: 'GET', path: '/link/hosted/view', token };
    return (await shop.api.call<{ step: string }>(view)).step === 'CONNECTED';
  });
  return token;
}

it('an app without a scope gets no token with that scope, and no consent for it', async () => {
  const shop = await newShop(without('identity', 'account_number'));
  const started = await startLogin(shop);
  const { token, accountId, loginIdentityId } = await finishLogin(shop, started);
  expect(await read(shop, token, '/identity')).toEqual(LOST);
  expect(await read(shop, token, `/account_numbers/${accountId}`)).toEqual(LOST);
  expect(await read(shop, token, '/accounts')).toEqual([200]);
  const order: CreateLinkRequest = {
    institution_id: 'testbank',
    user_id: 'customer-42',
    consent: true,
    products_requested: ['ACCOUNTS', 'IDENTITY'],
    store_credentials: false,
    encrypted_credentials: sealFields({ user_id: 'usergood', password: 'datagood' }, key),
  };
  await expect(shop.createLink({ body: order })).rejects.toThrow(InvalidRequestError);
  const { success } = await statusOf(shop, loginIdentityId);
  const refreshed = await refresh(shop, success!.refresh_token);
  expect(await read(shop, refreshed.access_token, '/identity')).toEqual(LOST);
});

it('a scope that the operator removes does not come back with the next token', async () => {
  const shop = await newShop(ALL_SCOPES);
  const { token, loginIdentityId } = await finishLogin(shop, await startLogin(shop));
  expect(await read(shop, token, '/identity')).toEqual([200]);
  const { success: pair } = await statusOf(shop, loginIdentityId);
  const set = (scopes: readonly string[]) =>
    system.cli([
      ...['customer-app', 'update', '--id', shop.customerAppId],
      ...['--scopes', scopes.join()],
    ]);
  await set(without('identity'));
  await eventually(async () => (await read(shop, token, '/identity'))[0] === 401);
  const narrow = anew(shop);
  const second = await refresh(narrow, pair!.refresh_token);
  await eventually(async () => (await read(narrow, second.access_token, '/accounts'))[0] === 200);
  expect(await read(narrow, second.access_token, '/identity')).toEqual(LOST);
  expect((await statusOf(narrow, loginIdentityId)).success).toBeUndefined();
  await set(ALL_SCOPES);
  const third = await refresh(anew(shop), second.refresh_token);
  expect(await read(shop, third.access_token, '/identity')).toEqual([200]);
});

it('a consent for fewer products limits earlier tokens, and its code works once', async () => {
  const shop = await newShop(ALL_SCOPES);
  const { token, loginIdentityId, accountId } = await finishLogin(shop, await startLogin(shop));
  const { success: pair } = await statusOf(shop, loginIdentityId);
  const paths = [`/account_numbers/${accountId}`, '/identity', '/transactions', '/statements'];
  for (const path of paths) expect(await read(shop, token, path)).toEqual([200]);
  const more = { login_identity_id: loginIdentityId, products_requested: ['ACCOUNTS'] };
  const page = await loggedIn(shop, more);
  const refreshed = await refresh(shop, pair!.refresh_token);
  for (const path of paths) {
    expect([path, ...(await read(shop, token, path))]).toEqual([path, ...LOST]);
    expect(await read(shop, refreshed.access_token, path)).toEqual(LOST);
  }
  await eventually(async () => {
    const request = { method: 'GET', path: '/accounts', token };
    const { status, body } = await shop.api.send<AccountsResponse>(request);
    return status === 200 && body.accounts.length > 0;
  });
  const finish = () =>
    shop.api.send<{ parameters: { code: string } }>({
      method: 'POST',
      path: '/link/hosted/result',
      token: page,
      body: {},
    });
  const { code } = (await finish()).body.parameters;
  expect((await finish()).body.parameters.code).toBe(code);
  const { access_token: fresh } = await shop.token({
    body: {
      grant_type: 'authorization_code',
      code,
      client_id: shop.credentials.client_id,
      redirect_uri: REDIRECT_URI,
    },
  });
  expect(await read(shop, fresh, '/accounts')).toEqual([200]);
  expect(await read(shop, fresh, '/identity')).toEqual(LOST);
  expect((await finish()).status).toBe(401);
});

it('a deleted login identity gives no more tokens', async () => {
  const shop = await newShop(ALL_SCOPES);
  const { token, loginIdentityId } = await finishLogin(shop, await startLogin(shop));
  const { success: pair } = await statusOf(shop, loginIdentityId);
  await shop.withToken(token).deleteLoginIdentity();
  await expect(refresh(shop, pair!.refresh_token)).rejects.toThrow(InvalidGrantError);
});
