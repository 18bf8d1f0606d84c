/** @proves startLinkInstitutionLogin, returnFromLinkInstitution */
import type { HostedLinkResult, RefreshTokenResponse } from '@towpath/contracts/account-data';
import { forged } from '@towpath/testing';
import { LinkClient, type Refusal } from './link-client.fixture.js';
import { codeOf, LinkPage } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

const OAUTH = 'testbank-oauth';
const bank = new StandInBank();
let client: LinkClient;

beforeAll(async () => {
  const [store, erasure] = [new StandInStore(), new StandInErasure()];
  client = await LinkClient.start({ bank, store, erasure, income: new StandInIncome() });
});
afterAll(() => client?.service.end());

type Headers = Readonly<Record<string, string>>;

/** As a browser asks, which follows no redirect by itself. */
async function walk(url: URL, headers: Headers = {}) {
  const { pathname, search } = url;
  const answer = await client.service.fetch(`${pathname}${search}`, headers, 'manual');
  const location = answer.headers.get('location');
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const text = answer.status === 303 ? '' : await answer.text();
  return { status: answer.status, cookie, text, to: location ? new URL(location) : null };
}

/** The address that the bank sends the browser back to. */
function back(page: URL | null, more: Headers): URL {
  const url = new URL(page?.searchParams.get('return_url') ?? '');
  const state = page?.searchParams.get('state') ?? '';
  for (const [name, value] of Object.entries({ state, ...more })) url.searchParams.set(name, value);
  return url;
}

async function atBank() {
  const page = await LinkPage.open(client, { products_requested: ['ACCOUNTS'] });
  expect((await page.agree(OAUTH)).status).toBe(200);
  const { redirect_url: url, action } = await page.reaches('REDIRECT');
  expect(action).toBeUndefined();
  const way = new URL(url ?? '');
  const { to, cookie } = await walk(way, { 'sec-fetch-site': 'same-origin' });
  return { page, way, to, cookie };
}

describe('a login on the page of the bank', () => {
  it('sends the user from the hosted page to the bank and back', async () => {
    const { page, way, to, cookie } = await atBank();
    expect(way.origin).toBe('https://pages.example');
    expect(to?.origin).toBe('https://bank.example');
    expect(cookie).toMatch(/^__Host-bank-login-[0-9A-Z]{26}=/);
    const returned = await walk(back(to, { code: 'code of usergood', iss: 'bank' }), { cookie });
    expect([returned.status, returned.to?.pathname]).toEqual([303, '/hosted/link']);
    expect(returned.to?.searchParams.get('from_bank')).toBe('1');
    expect(returned.to?.searchParams.get('link')).toMatch(new RegExp(`^${client.app}\\.`));
    await page.reaches('CONNECTED');
    expect(bank.returns.at(-1)).toEqual({ code: 'code of usergood', iss: 'bank' });
    const { body } = await page.post<HostedLinkResult>('result');
    const id = body.parameters['login_identity_id'] ?? '';
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    // A reload of the way back changes nothing, and leads on.
    const asked = bank.returns.length;
    const again = await walk(back(to, { code: 'code of usergood' }), { cookie });
    expect([again.status, again.to?.href]).toEqual([303, returned.to?.href]);
    expect(bank.returns).toHaveLength(asked);
    // Nothing was typed, but what the bank gave is kept: it can be refreshed without the user.
    await client.refresh(id);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  });

  it('reports a user who refused there, and can be repeated', async () => {
    const { page, to, cookie } = await atBank();
    await walk(back(to, { error: 'access_denied' }), { cookie });
    const { error } = await page.reaches('FAILED');
    expect(error).toMatchObject({ error_code: 'AUTHENTICATION_FAILED' });
    await page.agree(OAUTH);
    const { redirect_url: url } = await page.reaches('REDIRECT');
    // The states of the attempt before are worth nothing any more.
    expect((await walk(back(to, { code: 'code of usergood' }), { cookie })).status).toBe(400);
    const second = await walk(new URL(url ?? ''), { 'sec-fetch-site': 'same-origin' });
    const { cookie: next } = second;
    await walk(back(second.to, { code: 'code of usergood' }), { cookie: next });
    await page.reaches('CONNECTED');
  });

  it('is valid only in the browser that left, and from the page of the link', async () => {
    const { page, way, to, cookie } = await atBank();
    const link = back(to, { code: 'code of usergood' });
    const stranger = await atBank();
    const altered = new URL(link);
    altered.searchParams.set('state', forged(link.searchParams.get('state') ?? ''));
    const swapped = new URL(link);
    swapped.searchParams.set('state', way.searchParams.get('state') ?? '');
    const refused = [
      await walk(link),
      await walk(link, { cookie: stranger.cookie }),
      await walk(altered, { cookie }),
      await walk(swapped, { cookie }),
      await walk(new URL('/link/hosted/institution_return', link), { cookie }),
      await walk(way, { 'sec-fetch-site': 'cross-site' }),
      await walk(new URL('/link/hosted/institution_login?state=x.y.z', link)),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    for (const { text } of refused) expect(text).toContain('INVALID_REQUEST');
    expect((await page.view()).step).toBe('REDIRECT');
  });

  it('has no effect after the page has ended', async () => {
    const { page, way, to, cookie } = await atBank();
    await page.post('leave');
    const late = await walk(back(to, { code: 'code of usergood' }), { cookie });
    expect(late.to?.pathname).toBe('/hosted/link');
    expect((await walk(way, { 'sec-fetch-site': 'same-origin' })).status).toBe(400);
  });

  it('is an action that only the bank answers, in a user interface of the app', async () => {
    const { login_identity_id: id } = await client.link('', {
      institution_id: OAUTH,
      encrypted_credentials: client.sealed({}),
    });
    const action = await client.asked(id);
    expect(action).toMatchObject({ type: 'ACTION', name: 'INSTITUTION_REDIRECT', fields: [] });
    expect(codeOf(await client.answer(id, action.action_id, '1'))).toEqual([
      400,
      'LINK_ACTION_NOT_FOUND',
    ]);
    const [message] = action.messages;
    expect(message).toMatchObject({ name: 'redirect_url', type: 'URL' });
    const { to, cookie } = await walk(new URL(message?.value ?? ''), {
      'sec-fetch-site': 'cross-site',
    });
    const returned = await walk(back(to, { code: 'code of usergood' }), { cookie });
    expect(returned.to?.href).toBe('https://pages.example/hosted/link?from_bank=1&done=1');
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  });

  it('is repeated by the user for a refresh', async () => {
    const { page, to, cookie } = await atBank();
    await walk(back(to, { code: 'code of usergood' }), { cookie });
    await page.reaches('CONNECTED');
    const { body } = await page.post<HostedLinkResult>('result');
    const id = body.parameters['login_identity_id'] ?? '';
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    const asked = await client.service.post<RefreshTokenResponse & Refusal>(
      '/login_identity/refresh',
      { user_present: true },
      await client.ownToken(id),
    );
    const refresh = await LinkPage.of(client, asked.body.access_token);
    expect(codeOf(await refresh.post('login', { institution_id: OAUTH }))).toEqual([
      200,
      undefined,
    ]);
    const { redirect_url: url } = await refresh.reaches('REDIRECT');
    const second = await walk(new URL(url ?? ''), { 'sec-fetch-site': 'same-origin' });
    await walk(back(second.to, { code: 'code of usergood' }), { cookie: second.cookie });
    await refresh.reaches('CONNECTED');
  });
});
