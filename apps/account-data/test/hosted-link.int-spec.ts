/**
 * @proves openHostedLinkSession, extendHostedLinkSession, getHostedLinkView
 * @proves listHostedLinkInstitutions, getHostedLinkConsent, startHostedLogin, answerHostedAction
 * @proves finishHostedLink, leaveHostedLink
 */
import type { Institution, SearchInstitutionsResponse } from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkResult,
  HostedLinkSession,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { LinkClient, RETURN_URI, type Refusal } from './link-client.fixture.js';
import { codeOf, LinkPage, linkTokenOf, openPage } from './link-page.fixture.js';
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

const linkToken = (more: object = {}) => linkTokenOf(client, more);
const open = (token: string) => openPage(client, token);
const Page = {
  open: (more: object = {}) => LinkPage.open(client, more),
  of: (token: string) => LinkPage.of(client, token),
  with: (token: string) => new LinkPage(client, token),
};

describe('the session of a hosted link', () => {
  it('can be opened once, only by the link token, and then extended', async () => {
    const token = await linkToken();
    const early = await client.service.get<Refusal>('/link/hosted/view', token);
    expect(codeOf(early)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const page = await Page.of(token);
    expect(codeOf(await open(token))).toEqual([401, 'TOKEN_EXPIRED']);
    expect(codeOf(await open(page.token))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const longer = await page.post<HostedLinkSession>('session/extend');
    const link = `${client.app}.${decodeJwt(token).jti}`;
    expect([longer.body.link, longer.body.expires_in]).toEqual([link, 1_800]);
    expect((await Page.with(longer.body.access_token).view()).step).toBe('CHOOSING');
    const began = Math.floor(Date.now() / 1_000) - 8 * 3_600;
    const claims = JSON.parse(Buffer.from(page.token.split('.')[1]!, 'base64url').toString());
    const old = await client.service.token(client.app, { ...claims, session_began_at: began });
    expect(codeOf(await Page.with(old).post('session/extend'))).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('names to the gateway the site that it returns to', async () => {
    const { jti } = decodeJwt(await linkToken());
    const origins = async (id = jti, app: string = client.app) => {
      const path = `/internal/hosted_links/${id}/embedding_origins?customer_app_id=${app}`;
      const answer = await client.service.get<object>(
        path,
        await client.service.serviceToken('gateway'),
      );
      return [answer.status, answer.status === 200 ? answer.body : null];
    };
    expect(await origins()).toEqual([200, { origins: ['https://shop.example'] }]);
    const other = await client.service.customerApp();
    expect(await origins(jti, other)).toEqual([401, null]);
    expect(await origins('x')).toEqual([401, null]);
  });

  it('shows the requested products and offers nothing else', async () => {
    const page = await Page.open({
      language: 'zh',
      countries: ['HKG'],
      link_mode: 'test',
      ui_mode: 'iframe',
      automatic_data_refresh: 'FORCED_ON',
      products_requested: ['ACCOUNTS'],
    });
    expect(await page.view()).toMatchObject({
      mode: 'LINK',
      step: 'CHOOSING',
      live: false,
      merchant: { display_name: 'Shop' },
      language: 'zh',
      country: 'HKG',
      ui_mode: 'iframe',
      institution_fixed: false,
      countries: ['HKG', 'PHL', 'SGP'],
      institution_types: ['TEST'],
      products_requested: ['ACCOUNTS'],
      automatic_data_refresh: 'FORCED_ON',
    });
    const found = await page.get<SearchInstitutionsResponse>('institutions?query=tset%20bnak');
    expect(found.institutions[0]?.institution_id).toBe('testbank');
    const counted = async (query: string) =>
      (await page.get<SearchInstitutionsResponse>(`institutions?${query}`)).institutions.length;
    const narrowed = ['country=HKG', 'country=MYS', 'institution_type=BANK', 'user_type=BUSINESS'];
    expect(await Promise.all(narrowed.map(counted))).toEqual([4, 0, 0, 1]);
    const path = '/institutions/customer';
    const listed = await client.service.get<Institution[]>(path, page.token);
    expect(listed.body.map(({ tags }) => tags)).toEqual(listed.body.map(() => ['test']));
    expect(listed.body).toHaveLength(4);
    const { consent } = await page.get<HostedLinkConsent>('consent?institution_id=testbank');
    expect(consent).toMatchObject({ version: 'link-1', language: 'zh-Hant' });
    expect(consent.text).toContain('帳戶及結餘');
    expect(consent.sha256).toBe(createHash('sha256').update(consent.text).digest('hex'));
    const fixed = await Page.open({ institution_id: 'testbank' });
    const only = await client.service.get<Institution[]>(path, fixed.token);
    expect(only.body.map(({ institution_id: id }) => id)).toEqual(['testbank']);
  });
});

describe('a login on the hosted page', () => {
  it('asks for what the bank asks, and ends with a code for the app', async () => {
    const challenge = { code_challenge: 'challenge', code_challenge_method: 'S256' };
    const page = await Page.open({ ...challenge, products_requested: ['ACCOUNTS', 'IDENTITY'] });
    expect(codeOf(await page.post('result'))).toEqual([400, 'INVALID_LOGIN_IDENTITY_STATUS']);
    const { status, body } = await page.login('user_otp', { automatic_data_refresh: true });
    expect([status, body.error]).toEqual([200, undefined]);
    const { action } = await page.reaches('ACTION');
    expect(codeOf(await page.login('usergood'))).toEqual([400, 'INVALID_LOGIN_IDENTITY_STATUS']);
    const answer = (otp: string, actionId = action!.action_id) =>
      page.post('action', { action_id: actionId, encrypted_credentials: client.sealed({ otp }) });
    const stranger = await answer('123456', '01JQ0000000000000000000ACT');
    expect(codeOf(stranger)).toEqual([400, 'LINK_ACTION_NOT_FOUND']);
    expect((await answer('123456')).status).toBe(200);
    expect((await page.reaches('CONNECTED')).product_status).toHaveProperty('accounts');
    const { body: result } = await page.post<HostedLinkResult>('result');
    const { login_identity_id: id = '', ...sent } = result.parameters;
    expect(result).toMatchObject({
      message: 'success',
      response_mode: 'form_post',
      redirect_uri: RETURN_URI,
    });
    const [order] = client.service.gateway.codes.slice(-1);
    const code = `code_${client.service.gateway.codes.length}`;
    expect(sent).toEqual({ code, state: 's-1', institution_id: 'testbank' });
    expect(order).toMatchObject({
      customer_app_id: client.app,
      login_identity_id: id,
      redirect_uri: RETURN_URI,
      ...challenge,
    });
    expect(order?.['scopes']).toEqual(expect.arrayContaining(['account', 'identity']));
    expect(order?.['scopes']).not.toContain('transaction');
    const [proof] = await client.sql(
      `SELECT * FROM link_consents WHERE login_identity_id = '${id}'`,
    );
    expect(proof).toMatchObject({
      given_through: 'SERVICE_LINK',
      text_version: 'link-1',
      text_language: 'en',
      stores_credentials: true,
      automatic_refresh: 'ON',
      products: ['accounts', 'identity'],
    });
    expect((await client.read(id)).user_id).toBe('customer-42');
  });

  it('can be repeated after a failure with the same login identity', async () => {
    const page = await Page.open();
    await page.login('nobody');
    const failed = await page.reaches('FAILED');
    expect(failed.error).toMatchObject({ error_code: 'CREDENTIALS_INVALID' });
    await page.login('usergood');
    await page.reaches('CONNECTED');
    const rows = await client.sql(
      `SELECT count(*)::int AS logins FROM link_consents GROUP BY login_identity_id
       HAVING count(*) = 2`,
    );
    expect(rows).toEqual([{ logins: 2 }]);
  });

  it('reports its failure to the app when the user leaves, and ends the session', async () => {
    const page = await Page.open({ response_mode: 'query' });
    await page.login('nobody');
    await page.reaches('FAILED');
    const { body } = await page.post<HostedLinkResult>('leave');
    expect(body).toMatchObject({
      message: 'close',
      response_mode: 'query',
      redirect_uri: RETURN_URI,
      parameters: { error: 'CREDENTIALS_INVALID', state: 's-1' },
    });
    expect(body.parameters).toHaveProperty('error_description');
    expect(body.parameters).not.toHaveProperty('code');
    expect((await page.view()).error.error_code).toBe('UNAUTHORIZED');
    expect(codeOf(await page.post('session/extend'))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('gives the code to the app when the user leaves after the bank accepted the login', async () => {
    const page = await Page.open();
    await page.login('usergood');
    await page.reaches('CONNECTED');
    const { body } = await page.post<HostedLinkResult>('leave');
    const { code, login_identity_id: id = '', ...rest } = body.parameters;
    expect([body.message, body.redirect_uri]).toEqual(['success', RETURN_URI]);
    expect(code).toBe(`code_${client.service.gateway.codes.length}`);
    expect(rest).toEqual({ institution_id: 'testbank', state: 's-1' });
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  });

  it('reports that nothing changed if the link exists already', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const page = await Page.open({ login_identity_id: id });
    const { body } = await page.post<HostedLinkResult>('leave');
    expect(body.parameters['error_details']).toBe('Nothing was changed.');
  });

  it('ends with its page, also while the bank waits for an answer', async () => {
    const page = await Page.open();
    await page.login('user_otp');
    await page.reaches('ACTION');
    const { body } = await page.post<HostedLinkResult>('leave');
    expect(body.parameters).toMatchObject({ error: 'access_denied', state: 's-1' });
    const [link] = await client.sql(
      `SELECT login_identity_id AS id FROM hosted_links WHERE left_at IS NOT NULL
       ORDER BY left_at DESC LIMIT 1`,
    );
    const id = String(link?.['id']);
    expect((await client.read(id)).status).toBe('ERROR');
    const jobs = `SELECT 1 FROM link_jobs WHERE login_identity_id = '${id}'`;
    expect(await client.sql(jobs)).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    [
      'another text',
      {},
      { consent: { version: 'link-1', sha256: 'a'.repeat(64) } },
      'CONSENT_TEXT_CHANGED',
    ],
    ['no consent', {}, { consent: undefined }, 'CONSENT_TEXT_CHANGED'],
    ['no login', {}, { encrypted_credentials: undefined }, 'INVALID_REQUEST'],
    [
      'a bank that is not offered',
      { link_mode: 'test' },
      { institution_id: 'nobank' },
      'INSTITUTION_NOT_FOUND',
    ],
    [
      'a bank that is not connected',
      {},
      { institution_id: 'testbank-business' },
      'INSTITUTION_NOT_CONNECTED',
    ],
  ])('refuses %s', async (_what, request, more, code) => {
    const page = await Page.open(request);
    expect(codeOf(await page.login('usergood', more))).toEqual([400, code]);
    expect((await page.view()).step).toBe('CHOOSING');
  });
});

describe('the update of a link on the hosted page', () => {
  it('keeps the login identity, its products and its user', async () => {
    const { login_identity_id: id } = await client.linked('usergood', {
      products_requested: ['ACCOUNTS'],
    });
    const page = await Page.open({ login_identity_id: id });
    expect(await page.view()).toMatchObject({ mode: 'RELINK', institution_fixed: true });
    await page.login('usergood');
    await page.reaches('CONNECTED');
    const { body } = await page.post<HostedLinkResult>('result');
    expect(body.parameters['login_identity_id']).toBe(id);
    const after = await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect([after.user_id, Object.keys(after.product_status ?? {})]).toEqual([
      'customer-42',
      ['accounts'],
    ]);
    // What somebody else begins is not the login of this page.
    await client.service.post(`/link/relink/${id}`, client.again(), client.token);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect((await page.view()).step).toBe('CHOOSING');
    expect(codeOf(await page.post('result'))).toEqual([400, 'INVALID_LOGIN_IDENTITY_STATUS']);
  });

  it('refreshes with the kept credentials, and needs no new consent', async () => {
    const { login_identity_id: id } = await client.linked('user_asked');
    const { body } = await client.service.post<RefreshTokenResponse>(
      '/login_identity/refresh',
      { user_present: true },
      await client.ownToken(id),
    );
    const page = await Page.of(body.access_token);
    expect(await page.view()).toMatchObject({ mode: 'REFRESH', credentials_kept: true });
    const begun = await page.post('login', { institution_id: 'testbank' });
    expect(codeOf(begun)).toEqual([200, undefined]);
    await page.reaches('CONNECTED');
    const result = await page.post<HostedLinkResult>('result');
    expect(result.body).toEqual({
      message: 'success',
      response_mode: 'query',
      parameters: { institution_id: 'testbank', login_identity_id: id },
    });
    expect((await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE')).refresh).toMatchObject({
      credentials_stored: true,
    });
  });

  it('is refused to the session of another app', async () => {
    const page = await Page.open();
    const claims = JSON.parse(Buffer.from(page.token.split('.')[1]!, 'base64url').toString());
    const other = await client.service.customerApp();
    const stolen = await client.service.token(other, { ...claims, customer_app_id: other });
    expect((await Page.with(stolen).view()).error.error_code).toBe('UNAUTHORIZED');
  });
});
