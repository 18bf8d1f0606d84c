/** @proves token, refreshToken */
import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import type { Pkce } from '../src/customer-apps/customer-app.js';
import { Grants, LOGIN_IDENTITY, refused, SCOPES } from './login-identity-grants.fixture.js';

let grants: Grants;

beforeAll(async () => {
  grants = await Grants.start();
});
afterAll(() => grants?.stop());

const granted = () => grants.granted();
const newCode = (more: object = {}) => grants.code(more);
const refresh = (refreshToken: string, as?: string) => grants.refresh(refreshToken, as);
const exchange = (code?: string, more?: Record<string, string>, as?: string) =>
  grants.exchange(code, more, as);

it('the gateway gives account-data a token pair that opens one login identity', async () => {
  const pair = await granted();
  expect(decodeJwt(pair.access_token)).toMatchObject({
    sub: LOGIN_IDENTITY,
    token_use: 'login_identity',
    login_identity_id: LOGIN_IDENTITY,
    customer_app_id: grants.app.app.id,
    scopes: SCOPES,
  });
  expect(pair.login_identity_id).toBe(LOGIN_IDENTITY);
});

it('a refresh repeated within 10 s gets the same pair, a later one ends the family', async () => {
  const first = await granted();
  const second = await refresh(first.refresh_token);
  expect([second.status, decodeJwt(second.body.access_token).sub]).toEqual([200, LOGIN_IDENTITY]);
  expect(await refresh(first.refresh_token)).toEqual(second);
  const age = `UPDATE refresh_tokens SET used_at = used_at - interval '11 s' WHERE used_at IS NOT NULL`;
  await grants.sql(age);
  expect(await refresh(first.refresh_token)).toMatchObject(refused);
  expect(await refresh(second.body.refresh_token)).toMatchObject(refused);
});

it('simultaneous refreshes, 16 in number, get one pair', async () => {
  const { refresh_token: first } = await granted();
  const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(first)));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

it('a code is exchanged once', async () => {
  const code = await newCode();
  const answer = await exchange(code);
  expect([answer.status, answer.body.login_identity_id]).toEqual([200, LOGIN_IDENTITY]);
  expect(await exchange(code)).toMatchObject(refused);
});

it('one of 16 simultaneous exchanges of a code gets the pair', async () => {
  const code = await newCode();
  const answers = await Promise.all(Array.from({ length: 16 }, () => exchange(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it.each<[string, Record<string, string>]>([
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:8090/other' }],
  ['another client', { client_id: '01JQ0000000000000000000CNT' }],
  ['a verifier that does not fit', { code_verifier: 'x'.repeat(43) }],
  ['an unknown code', { code: 'code_unknown' }],
])('a token request refuses %s', async (_what, more) => {
  expect(await exchange(await newCode(), more)).toMatchObject(refused);
});

const VERIFIER = 'v'.repeat(43);
const HASHED = createHash('sha256').update(VERIFIER).digest('base64url');

describe.each<[Pkce]>([['REQUIRED'], ['OPTIONAL']])('an app whose PKCE is %s', (pkce) => {
  beforeAll(async () => {
    const apps = grants.gateway.app.get(CustomerAppsService);
    await apps.update({ id: grants.app.app.id, changes: { pkce }, actor: 'test' });
  });

  it.each([
    ['S256', HASHED, 'x'.repeat(43)],
    ['S256', HASHED, HASHED],
    ['plain', VERIFIER, 'x'.repeat(43)],
    ['plain', VERIFIER, HASHED],
  ])('exchanges a code with a %s challenge for its verifier', async (method, challenge, other) => {
    const more = { code_challenge: challenge, code_challenge_method: method };
    const code = await newCode(more);
    expect(await exchange(code, { code_verifier: other })).toMatchObject(refused);
    const without = await exchange(await newCode(more));
    expect(without).toMatchObject(pkce === 'REQUIRED' ? refused : { status: 200 });
    expect((await exchange(code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  it('exchanges a code without a challenge when no verifier is sent', async () => {
    expect(await exchange(await newCode(), { code_verifier: VERIFIER })).toMatchObject(refused);
    expect((await exchange(await newCode())).status).toBe(200);
  });
});

it('a new app must send a PKCE verifier', () => {
  expect(grants.app.app.profile.pkce).toBe('REQUIRED');
});

it('the gateway refuses expired codes, and tokens and codes of another app', async () => {
  const other = await grants.gateway.createApp();
  const theirs = await grants.gateway.token(other.app, other.clientSecret);
  const { refresh_token: refreshToken } = await granted();
  expect(await refresh(refreshToken, theirs)).toMatchObject(refused);
  const code = await newCode();
  expect(await exchange(code, { client_id: other.app.clientId }, theirs)).toMatchObject(refused);
  await grants.sql(`UPDATE link_codes SET expires_at = now()`);
  expect(await exchange(code)).toMatchObject(refused);
});

it('the gateway stores neither codes nor tokens in plain text', async () => {
  const { refresh_token: refreshToken, access_token: accessToken } = await granted();
  await refresh(refreshToken);
  const code = await newCode();
  const rows = JSON.stringify([
    await grants.sql('SELECT * FROM refresh_tokens'),
    await grants.sql('SELECT * FROM link_codes'),
  ]);
  for (const secret of [refreshToken, accessToken, code]) expect(rows).not.toContain(secret);
});
