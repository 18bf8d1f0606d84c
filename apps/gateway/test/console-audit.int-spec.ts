import { freePort } from '@towpath/local-system';
import { passwordHash } from '@towpath/persistence';
import { CONSOLE_CLIENT } from '@towpath/testing';
import pg from 'pg';
import { ConsoleBrowser } from './console-browser.fixture.js';
import { isHome, SESSION_COOKIE, startConsole, type RunningConsole } from './console.fixture.js';
import { startGateway } from './gateway.fixture.js';

const ACCOUNTS = {
  vera: { name: 'Vera Lee', email: 'vera@shop.example', roles: ['viewer'] },
  ada: { name: 'Ada', email: 'ada@shop.example', roles: ['admin'] },
  nobody: { name: 'No Role', email: 'nobody@shop.example', roles: [] },
};
const ENTRIES = `SELECT subject, role, session, act, operation, customer_app_id, kind, resource_id,
  members, reason FROM audit_entries ORDER BY audit_entry_id`;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ID = expect.stringMatching(/^[0-9A-Z]{26}$/) as string;

interface Entry {
  readonly operation: string;
  readonly session: string;
}

describe('the audit of the gateway', () => {
  let running: RunningConsole;
  beforeEach(async () => {
    running = await startConsole(ACCOUNTS);
  });
  afterEach(() => running.stop());

  const entries = async () => (await running.sql(ENTRIES)) as Entry[];
  const entry = (person: string, changes: object) => ({
    ...{ subject: `oidc:${running.provider.issuer}#${person}`, role: 'viewer', session: ID },
    ...{ act: 'ACTION', customer_app_id: null, kind: 'console_session', resource_id: null },
    ...{ members: [], reason: null },
    ...changes,
  });

  it('has every login, step-up and logout, with IDs only', async () => {
    const browser = await running.loggedIn('vera');
    await browser.go('/console/login?fresh=true', isHome(running.origin));
    await browser.write('/console/logout');
    // It ends no session a second time.
    await browser.write('/console/logout');
    const found = await entries();
    const [first, second] = found.map(({ session }) => session);
    expect(found).toEqual([
      entry('vera', { operation: 'logIn' }),
      entry('vera', { operation: 'stepUp', resource_id: first }),
      entry('vera', { operation: 'logOut', session: second }),
    ]);
    expect(first).not.toBe(second);
    expect(JSON.stringify(found)).not.toMatch(/Vera|@shop/);
  });

  it('takes a login after the session has ended, or of another operator, for no step-up', async () => {
    const browser = await running.loggedIn('vera');
    await running.sql(`UPDATE console_sessions SET last_seen_at = now() - interval '15 minutes'`);
    await browser.go('/console/login', isHome(running.origin));
    const other = new ConsoleBrowser(running.origin);
    other.setCookie(SESSION_COOKIE, browser.cookie(SESSION_COOKIE));
    running.provider.person = 'ada';
    await other.go('/console/login?fresh=true', isHome(running.origin));
    const found = await entries();
    expect(found).toEqual([
      entry('vera', { operation: 'logIn' }),
      entry('vera', { operation: 'logIn' }),
      entry('ada', { operation: 'logIn', role: 'admin', resource_id: found[1]?.session }),
    ]);
  });

  it('has a login of somebody without a role', async () => {
    running.provider.person = 'nobody';
    const answer = await new ConsoleBrowser(running.origin).go('/console/login');
    expect(answer.status).toBe(403);
    expect(await entries()).toEqual([
      entry('nobody', { operation: 'refuseLogIn', role: 'none', session: 'none' }),
    ]);
  });

  it('has each session that the provider ended', async () => {
    await running.loggedIn('ada');
    await running.loggedIn('ada');
    const seconds = Math.floor(Date.now() / 1_000);
    const token = await running.provider.signed({
      iss: running.provider.issuer,
      aud: CONSOLE_CLIENT.id,
      sub: 'ada',
      iat: seconds,
      exp: seconds + 60,
      jti: 'token-1',
      events: { [EVENT]: {} },
    });
    const url = `${running.origin}/console/back-channel-logout`;
    const body = new URLSearchParams({ logout_token: token });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    const found = await entries();
    const ended = found.filter(({ operation }) => operation === 'logOutAtProvider');
    expect(ended).toEqual(
      Array.from({ length: 2 }, () =>
        entry('ada', { operation: 'logOutAtProvider', role: 'admin' }),
      ),
    );
    const begun = found.slice(0, 2).map(({ session }) => session);
    expect(new Set(ended.map(({ session }) => session))).toEqual(new Set(begun));
  });
});

it('the audit of a gateway with a local operator has wrong passwords, and not what was typed', async () => {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const gateway = await startGateway({
    PUBLIC_API_URL: 'http://127.0.0.1:8080',
    PUBLIC_PAGES_URL: 'http://localhost:8080',
    PORT: port,
    PUBLIC_CONSOLE_URL: origin,
    CONSOLE_LOCAL_PASSWORD_HASH: await passwordHash('a long password of this machine'),
  });
  const answer = await new ConsoleBrowser(origin).ask('/console/api/login', {
    method: 'POST',
    body: { password: 'a guess' },
    headers: { origin },
  });
  expect(answer.status).toBe(400);
  const client = new pg.Client({ connectionString: gateway.database.adminUrl });
  await client.connect();
  const { rows } = await client.query<object>(ENTRIES);
  await client.end();
  expect(rows).toEqual([
    expect.objectContaining({ subject: 'local:operator', operation: 'refuseLogIn', role: 'none' }),
  ]);
  expect(JSON.stringify(rows)).not.toContain('guess');
  await gateway.stop();
});
