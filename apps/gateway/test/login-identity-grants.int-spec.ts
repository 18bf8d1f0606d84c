import { ALL_SCOPES } from '@towpath/contracts';
import { newId, type Id } from '@towpath/kernel';
import { decodeJwt } from 'jose';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import { Grants, LOGIN_IDENTITY, refused, SCOPES } from './login-identity-grants.fixture.js';

let grants: Grants;

beforeEach(async () => {
  grants = await Grants.start();
});
afterEach(() => grants?.stop());

const newLogin = () => newId<Id<'Authentication'>>(new Date());
const scopesOf = (pair: { access_token: string } | undefined) =>
  pair && decodeJwt<{ scopes: string[] }>(pair.access_token).scopes;

/** The app has these scopes from now on; its new customer token. */
async function appHas(scopes: readonly string[]): Promise<string> {
  const { gateway, app } = grants;
  const apps = gateway.app.get(CustomerAppsService);
  await apps.update({ id: app.app.id, changes: { scopes }, actor: 'test' });
  return gateway.token(app.app, app.clientSecret);
}

const without = (...removed: string[]) => ALL_SCOPES.filter((scope) => !removed.includes(scope));

describe('the scopes of a login identity token', () => {
  it('are those that the app has, at a status read, at a code and at a refresh', async () => {
    grants.covered = [...SCOPES, 'identity', 'account_number'];
    const token = await appHas(without('identity', 'account_number'));
    const first = await grants.status(newLogin(), { scopes: grants.covered });
    const { body: exchanged } = await grants.exchange(await grants.code(), {}, token);
    const { body: refreshed } = await grants.refresh(exchanged.refresh_token, token);
    expect([first, exchanged, refreshed].map(scopesOf)).toEqual([SCOPES, SCOPES, SCOPES]);
  });

  it('lose at the next refresh what the operator removed, and get it back when it is granted', async () => {
    grants.covered = [...SCOPES, 'identity'];
    const { body: before } = await grants.exchange(await grants.code());
    expect(scopesOf(before)).toContain('identity');
    const narrow = await appHas(without('identity'));
    const { body: second } = await grants.refresh(before.refresh_token, narrow);
    expect(scopesOf(second)).toEqual(SCOPES);
    const wide = await appHas(ALL_SCOPES);
    const { body: third } = await grants.refresh(second.refresh_token, wide);
    expect(scopesOf(third)).toContain('identity');
  });

  it('follow the consent at each refresh and each exchange', async () => {
    const code = await grants.code({ scopes: [...SCOPES, 'transaction'] });
    grants.covered = [...SCOPES, 'identity'];
    const { body: first } = await grants.exchange(code);
    expect(scopesOf(first)).toEqual([...SCOPES, 'identity']);
    grants.covered = ['loginIdentity:self'];
    const { body: second } = await grants.refresh(first.refresh_token);
    expect(scopesOf(second)).toEqual(['loginIdentity:self']);
  });
});

it('refresh families and codes end with their login identity', async () => {
  const pair = await grants.granted();
  const code = await grants.code();
  grants.covered = null;
  expect(await grants.exchange(code)).toMatchObject(refused);
  expect(await grants.refresh(pair.refresh_token)).toMatchObject(refused);
  const families = `SELECT ended_at IS NOT NULL AS ended FROM refresh_families
    WHERE login_identity_id = '${LOGIN_IDENTITY}'`;
  expect(await grants.sql(families)).toEqual([{ ended: true }]);
});

describe('the pair of a login', () => {
  it('is the same for each status read until its first refresh, then there is none', async () => {
    const login = newLogin();
    const reads = await Promise.all(Array.from({ length: 16 }, () => grants.status(login)));
    expect(new Set(reads.map((pair) => pair?.refresh_token)).size).toBe(1);
    expect(await grants.status(login)).toEqual(reads[0]);
    expect((await grants.refresh(reads[0]!.refresh_token)).status).toBe(200);
    expect(await grants.status(login)).toBeUndefined();
    expect(await grants.sql('SELECT 1 AS one FROM refresh_families')).toEqual([{ one: 1 }]);
    expect(await grants.status(newLogin())).toBeDefined();
  });

  it('is stored encrypted, and no longer than until its first refresh', async () => {
    const login = newLogin();
    const pair = await grants.status(login);
    const stored = 'SELECT first_pair_sealed AS sealed FROM refresh_families';
    const [row] = (await grants.sql(stored)) as { sealed: Buffer }[];
    expect(row?.sealed.toString('latin1')).not.toContain(pair!.refresh_token);
    await grants.refresh(pair!.refresh_token);
    expect(await grants.sql(stored)).toEqual([{ sealed: null }]);
  });
});

describe('the code of a page session', () => {
  it('is the same for a page that asks again, until it is exchanged', async () => {
    const session = { session_id: newId(new Date()) };
    const codes = await Promise.all(Array.from({ length: 16 }, () => grants.code(session)));
    expect(new Set(codes).size).toBe(1);
    expect((await grants.exchange(codes[0])).status).toBe(200);
    expect(await grants.code(session)).toBeUndefined();
    expect(await grants.code()).not.toBe(codes[0]);
  });

  it('is not replaced after its 10 minutes', async () => {
    const session = { session_id: newId(new Date()) };
    const code = await grants.code(session);
    await grants.sql(`UPDATE link_codes SET expires_at = now()`);
    expect(await grants.exchange(code)).toMatchObject(refused);
    expect(await grants.code(session)).toBeUndefined();
  });
});
