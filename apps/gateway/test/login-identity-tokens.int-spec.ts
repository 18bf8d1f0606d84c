import { Transactions } from '@towpath/persistence';
import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly login_identity_id: string;
  readonly error?: { readonly error_code: string; readonly code: number };
}

const LOGIN_IDENTITY = '01JQ0000000000000000000GND';
const REDIRECT_URI = 'http://127.0.0.1:8090/callback';
const SCOPES = ['loginIdentity:self', 'account'];

let gateway: RunningGateway;
let service: string;
let app: Awaited<ReturnType<RunningGateway['createApp']>>;
let token: string;

beforeAll(async () => {
  gateway = await startGateway();
  const answer = await post(
    `${gateway.internalUrl}/internal/tokens/service`,
    { audience: 'gateway' },
    { authorization: gateway.environment.basicCredentials('account-data') },
  );
  service = ((await answer.json()) as Pair).access_token;
  app = await gateway.createApp();
  token = await gateway.token(app.app, app.clientSecret);
});
afterAll(() => gateway.stop());

const sql = (text: string) => gateway.app.get(Transactions).asWorker((tx) => tx.query(text));
const inside = (path: string, body: object) =>
  post(
    `${gateway.internalUrl}${path}`,
    { customer_app_id: app.app.id, login_identity_id: LOGIN_IDENTITY, scopes: SCOPES, ...body },
    { authorization: `Bearer ${service}` },
  );
const granted = async () =>
  (await (await inside('/internal/tokens/login_identity', {})).json()) as Pair;
const refresh = async (refreshToken: string, as = token) => {
  const url = `${gateway.publicUrl}/auth/token/refresh`;
  const answer = await post(
    url,
    { refresh_token: refreshToken },
    { authorization: `Bearer ${as}` },
  );
  return { status: answer.status, body: (await answer.json()) as Pair };
};
const newCode = async (more: object = {}) => {
  const answer = await inside('/internal/link_codes', { redirect_uri: REDIRECT_URI, ...more });
  return ((await answer.json()) as { code: string }).code;
};
const exchange = async (code: string, more: Record<string, string> = {}, as = token) => {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: app.app.clientId,
    redirect_uri: REDIRECT_URI,
    ...more,
  };
  const answer = await fetch(`${gateway.publicUrl}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}` },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: (await answer.json()) as Pair };
};
const refused = { status: 400, body: { error: { error_code: 'INVALID_GRANT', code: 40009 } } };

it('gives account-data a pair that opens one login identity', async () => {
  const pair = await granted();
  expect(decodeJwt(pair.access_token)).toMatchObject({
    sub: LOGIN_IDENTITY,
    token_use: 'login_identity',
    login_identity_id: LOGIN_IDENTITY,
    customer_app_id: app.app.id,
    scopes: SCOPES,
  });
  expect(pair.login_identity_id).toBe(LOGIN_IDENTITY);
});

it('rotates: once more within 10 s the same pair, later the family ends', async () => {
  const first = await granted();
  const second = await refresh(first.refresh_token);
  expect([second.status, decodeJwt(second.body.access_token).sub]).toEqual([200, LOGIN_IDENTITY]);
  expect(await refresh(first.refresh_token)).toEqual(second);
  const age = `UPDATE refresh_tokens SET used_at = used_at - interval '11 s' WHERE used_at IS NOT NULL`;
  await sql(age);
  expect(await refresh(first.refresh_token)).toMatchObject(refused);
  expect(await refresh(second.body.refresh_token)).toMatchObject(refused);
});

it('gives 16 at once one pair', async () => {
  const { refresh_token: first } = await granted();
  const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(first)));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

it('exchanges a code once', async () => {
  const code = await newCode();
  const answer = await exchange(code);
  expect([answer.status, answer.body.login_identity_id]).toEqual([200, LOGIN_IDENTITY]);
  expect(await exchange(code)).toMatchObject(refused);
});

it('gives one of 16 at once the pair', async () => {
  const code = await newCode();
  const answers = await Promise.all(Array.from({ length: 16 }, () => exchange(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it.each<[string, Record<string, string>]>([
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:8090/other' }],
  ['another client', { client_id: '01JQ0000000000000000000CNT' }],
  ['a verifier that does not fit', { code_verifier: 'x'.repeat(43) }],
  ['an unknown code', { code: 'code_unknown' }],
])('refuses %s', async (_what, more) => {
  expect(await exchange(await newCode(), more)).toMatchObject(refused);
});

const VERIFIER = 'v'.repeat(43);
const HASHED = createHash('sha256').update(VERIFIER).digest('base64url');

it.each([
  ['S256', HASHED, 'x'.repeat(43)],
  ['S256', HASHED, HASHED],
  ['plain', VERIFIER, 'x'.repeat(43)],
  ['plain', VERIFIER, HASHED],
])('by %s takes a verifier that fits, and none at all', async (method, challenge, other) => {
  const more = { code_challenge: challenge, code_challenge_method: method };
  const code = await newCode(more);
  expect(await exchange(code, { code_verifier: other })).toMatchObject(refused);
  expect((await exchange(code, { code_verifier: VERIFIER })).status).toBe(200);
  expect((await exchange(await newCode(more))).status).toBe(200);
});

it("refuses another app's tokens and codes, and codes that are over", async () => {
  const other = await gateway.createApp();
  const theirs = await gateway.token(other.app, other.clientSecret);
  const { refresh_token: refreshToken } = await granted();
  expect(await refresh(refreshToken, theirs)).toMatchObject(refused);
  const code = await newCode();
  expect(await exchange(code, { client_id: other.app.clientId }, theirs)).toMatchObject(refused);
  await sql(`UPDATE link_codes SET expires_at = now()`);
  expect(await exchange(code)).toMatchObject(refused);
});

it('stores neither codes nor tokens as they are', async () => {
  const { refresh_token: refreshToken, access_token: accessToken } = await granted();
  await refresh(refreshToken);
  const code = await newCode();
  const rows = JSON.stringify([
    await sql('SELECT * FROM refresh_tokens'),
    await sql('SELECT * FROM link_codes'),
  ]);
  for (const secret of [refreshToken, accessToken, code]) expect(rows).not.toContain(secret);
});
