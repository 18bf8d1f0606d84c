/** @proves generateLinkToken, refreshLoginIdentity */
import type {
  LinkTokenResponse,
  LoginIdentityHistoryResponse,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { newId, type Id } from '@towpath/kernel';
import { decodeJwt } from 'jose';
import { LinkClient, RETURN_URI, type Refusal } from './link-client.fixture.js';
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

const order = (more: object = {}) => ({
  grant_type: 'client_credentials',
  response_type: 'code',
  response_mode: 'form_post',
  client_id: client.clientId,
  redirect_uri: RETURN_URI,
  user_id: 'customer-42',
  ...more,
});
const ask = (more: object = {}, token = client.token) =>
  client.service.post<LinkTokenResponse & Refusal>('/link/token', order(more), token);

const stored = async (sessionId: string) => {
  const rows = await client.sql(`SELECT * FROM hosted_links WHERE session_id = '${sessionId}'`);
  return rows[0];
};

describe('POST /link/token', () => {
  it('stores the whole request under the jti of a token that contains none of it', async () => {
    const { status, body } = await ask({
      response_mode: 'query',
      state: 'state-of-the-shop',
      link_mode: 'test real test',
      ui_mode: 'iframe',
      language: 'ko',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      institution_id: 'testbank',
      countries: ['hkg'],
      user_type: ['INDIVIDUAL'],
      products_supported: ['ACCOUNTS'],
      products_requested: ['ACCOUNTS', 'TRANSACTIONS'],
      automatic_data_refresh: 'FORCED_ON',
      institution_status: 'supported beta',
      user_configs: { ada_account_number: '012345678833' },
      history_date_limit: '2026-01-31',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    const page = `https://pages.example/hosted/link?token=${body.access_token}`;
    expect(body.link_url).toBe(page);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ token_use: 'hosted_link', customization_id: claims.jti });
    expect(JSON.stringify(claims)).not.toMatch(/state-of-the-shop|customer-42/);
    expect(await stored(claims.jti ?? '')).toEqual({
      created_at: expect.any(Date),
      customer_app_id: client.app,
      session_id: claims.jti,
      mode: 'LINK',
      login_identity_id: null,
      link_session_id: null,
      opened_at: null,
      left_at: null,
      request: {
        userId: 'customer-42',
        redirectUri: RETURN_URI,
        responseMode: 'query',
        state: 'state-of-the-shop',
        codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        codeChallengeMethod: 'S256',
        language: 'ko',
        uiMode: 'iframe',
        institutionId: 'testbank',
        offered: {
          countries: ['HKG'],
          products_supported: ['ACCOUNTS'],
          user_type: ['INDIVIDUAL'],
          institution_status: ['SUPPORTED', 'BETA'],
          tags: ['test', 'real'],
        },
        productsRequested: ['ACCOUNTS', 'TRANSACTIONS'],
        appScopes: expect.arrayContaining(['account', 'transaction', 'identity']),
        automaticRefresh: 'FORCED_ON',
        historyDateLimit: '2026-01-31',
      },
    });
  });

  it('fills in defaults', async () => {
    const { body } = await ask({ code_challenge: 'the-verifier-itself' });
    const row = await stored(decodeJwt(body.access_token).jti ?? '');
    expect(row?.['request']).toMatchObject({
      language: 'en',
      uiMode: 'redirect',
      codeChallengeMethod: 'plain',
      automaticRefresh: 'OFF',
      state: null,
      productsRequested: [],
    });
  });

  it('updates a link of the app at its institution, whichever user is named', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const { status, body } = await ask({ login_identity_id: id, institution_id: 'testbank-oauth' });
    expect(status).toBe(200);
    const claims = decodeJwt(body.access_token);
    expect(claims['login_identity_id']).toBe(id);
    expect(await stored(claims.jti ?? '')).toMatchObject({
      mode: 'RELINK',
      login_identity_id: id,
      request: { userId: null, institutionId: 'testbank' },
    });
    expect((await ask({ login_identity_id: id, user_id: undefined })).status).toBe(200);
  });

  it.each<[string, object, string, number]>([
    ['another redirect_uri', { redirect_uri: `${RETURN_URI}/` }, 'INVALID_REDIRECT_URI', 40008],
    ['another client_id', { client_id: newId(new Date()) }, 'INVALID_REQUEST', 40000],
    ['another grant', { grant_type: 'password' }, 'INVALID_REQUEST', 40000],
    ['another response_type', { response_type: 'token' }, 'INVALID_REQUEST', 40000],
    ['another response_mode', { response_mode: 'fragment' }, 'INVALID_REQUEST', 40000],
    ['a new link without a user', { user_id: undefined }, 'INVALID_REQUEST', 40000],
    ['an unknown product', { products_requested: ['GOLD'] }, 'INVALID_REQUEST', 40000],
    ['an unknown supported product', { products_supported: ['GOLD'] }, 'INVALID_REQUEST', 40000],
    ['a country of two letters', { countries: ['HK'] }, 'INVALID_REQUEST', 40000],
    ['an unknown tag', { link_mode: 'real unreal' }, 'INVALID_REQUEST', 40000],
    ['an unknown institution status', { institution_status: 'gamma' }, 'INVALID_REQUEST', 40000],
    ['an unknown ui_mode', { ui_mode: 'popup' }, 'INVALID_REQUEST', 40000],
    ['an unknown language', { language: 'fr' }, 'INVALID_REQUEST', 40000],
    ['a date that is none', { history_date_limit: '2026-02-30' }, 'INVALID_REQUEST', 40000],
    ['a method alone', { code_challenge_method: 'S256' }, 'INVALID_REQUEST', 40000],
    [
      'an unknown method',
      { code_challenge: 'x', code_challenge_method: 'S512' },
      'INVALID_REQUEST',
      40000,
    ],
    ['an unknown institution', { institution_id: 'nobank' }, 'INSTITUTION_NOT_FOUND', 40002],
    [
      'an unknown login identity',
      { login_identity_id: newId<Id<'LoginIdentity'>>(new Date()) },
      'LOGIN_IDENTITY_NOT_FOUND',
      40001,
    ],
  ])('refuses %s', async (_what, more, errorCode, code) => {
    const { status, body } = await ask(more);
    expect([status, body.error.error_code, body.error.code]).toEqual([400, errorCode, code]);
  });

  it('refuses a login identity or redirect_uri of another app', async () => {
    const { login_identity_id: id } = await client.link('usergood');
    const { service, clientId } = client;
    const other = await service.customerApp('TEST', { redirect_uris: [RETURN_URI] });
    const token = await service.token(other, { client_id: clientId });
    const foreign = await ask({ login_identity_id: id }, token);
    expect(foreign.body.error.error_code).toBe('LOGIN_IDENTITY_NOT_FOUND');
    const bare = await service.token(await service.customerApp(), { client_id: clientId });
    expect((await ask({}, bare)).body.error.error_code).toBe('INVALID_REDIRECT_URI');
  });

  it('requires a customer token with its scope', async () => {
    const less = await client.service.token(client.app, { scopes: ['linkApi:create'] });
    const refused = [await ask({}, ''), await ask({}, less)];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 40100],
      [403, 40300],
    ]);
  });
});

describe('POST /login_identity/refresh', () => {
  type Answer = RefreshTokenResponse & Refusal;
  const refresh = async (id: string, body: object = {}) =>
    client.service.post<Answer>('/login_identity/refresh', body, await client.ownToken(id));

  it('renews the data without the user, with no body at all', async () => {
    const linked = await client.linked('usergood');
    const { login_identity_id: id, last_success: before = '' } = linked;
    const { status, body } = await client.service.send<Answer>('/login_identity/refresh', {
      method: 'POST',
      headers: { authorization: `Bearer ${await client.ownToken(id)}` },
    });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body).toMatchObject({ login_identity_id: id, token_type: 'Bearer', expires_in: 300 });
    const renewed = await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect([linked.first_success, renewed.first_success]).toEqual([before, before]);
    expect(Date.parse(renewed.last_success ?? '')).toBeGreaterThan(Date.parse(before));
    const { body: history } = await client.service.get<LoginIdentityHistoryResponse>(
      `/login_identity/${id}/history`,
      client.token,
    );
    const names = history.status_history.map(({ event_name: name }) => name);
    expect(names).toContain('REFRESH_INITIALIZED');
  });

  it('makes a page for a user who is present, and begins no refresh', async () => {
    const { login_identity_id: id } = await client.linked('usergood', { store_credentials: false });
    const unregistered = `${RETURN_URI}?refreshed=1`;
    const page = { redirect_uri: unregistered, state: 's-1', language: 'vi' };
    const { status, body } = await refresh(id, { user_present: true, link_customizations: page });
    expect(status).toBe(200);
    expect(body.link_url).toBe(`https://pages.example/hosted/link?token=${body.access_token}`);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ token_use: 'hosted_link', login_identity_id: id });
    expect(await stored(claims.jti ?? '')).toMatchObject({
      mode: 'REFRESH',
      login_identity_id: id,
      request: { redirectUri: unregistered, uiMode: 'redirect', state: 's-1', language: 'vi' },
    });
    expect((await client.read(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const bare = decodeJwt((await refresh(id, { user_present: true })).body.access_token);
    expect((await stored(bare.jti ?? ''))?.['request']).toMatchObject({ uiMode: 'standalone' });
  });

  it('lets only registered sites frame the page', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const page = { redirect_uri: 'https://elsewhere.example/x', ui_mode: 'iframe' };
    const { body } = await refresh(id, { user_present: true, link_customizations: page });
    const { jti } = decodeJwt(body.access_token);
    const path = `/internal/hosted_links/${jti}/embedding_origins?customer_app_id=${client.app}`;
    const gateway = await client.service.serviceToken('gateway');
    expect(await client.service.get(path, gateway)).toEqual({
      status: 200,
      body: { origins: [new URL(RETURN_URI).origin] },
    });
  });

  it('is refused without credentials, if the bank forbids it, or while a login runs', async () => {
    const { login_identity_id: unkept } = await client.linked('usergood', {
      store_credentials: false,
    });
    const { login_identity_id: asked } = await client.linked('user_asked');
    const { login_identity_id: busy } = await client.link('user_otp');
    await client.asked(busy);
    const refused = [
      await refresh(unkept),
      await refresh(asked, { user_present: false }),
      await refresh(busy, { user_present: true }),
    ];
    expect(
      refused.map(({ status, body: { error } }) => [status, error.error_code, error.code]),
    ).toEqual([
      [400, 'CREDENTIAL_NOT_STORED', 40004],
      [400, 'REFRESH_NOT_ALLOWED', 40007],
      [400, 'REFRESH_NOT_ALLOWED', 40007],
    ]);
    expect((await refresh(asked, { user_present: true })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['a page that redirects nowhere', { ui_mode: 'auto_redirect' }, 'INVALID_REQUEST'],
    ['a page that returns over http', { redirect_uri: 'http://shop.example/x' }, 'INVALID_REQUEST'],
    ['an unknown language', { language: 'fr' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_what, page, code) => {
    const { login_identity_id: id } = await client.link('usergood');
    const { status, body } = await refresh(id, { link_customizations: page });
    expect([status, body.error.error_code]).toEqual([400, code]);
  });

  it('refuses tokens of others and of deleted login identities', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const other = await client.service.customerApp();
    const foreign = await client.service.post<Answer>(
      '/login_identity/refresh',
      {},
      await client.ownToken(id, other),
    );
    await client.service.delete('/login_identity', await client.ownToken(id));
    const deleted = await refresh(id);
    expect([foreign, deleted].map(({ body }) => body.error.code)).toEqual([40001, 40001]);
    expect((await refresh(id, { user_present: true })).body.error.code).toBe(40001);
  });
});
