import { ConsoleBrowser } from './console-browser.fixture.js';
import { isHome, SESSION_COOKIE, startConsole, type RunningConsole } from './console.fixture.js';

const LOGIN_COOKIE = '__Host-console-login';
const APP = '01JZ0000000000000000000APP';

const ACCOUNTS = {
  vera: { name: 'Vera Lee', roles: ['viewer'], apps: [APP] },
  otto: { name: 'Otto', roles: ['operator'], apps: ['*'] },
  ada: { name: 'Ada', roles: ['viewer', 'admin'], apps: '*' },
  nobody: { name: 'No Role', roles: ['accounting'], apps: ['*'] },
  roleless: { name: 'No Claim' },
  appless: { name: 'No App', roles: ['viewer'] },
};

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole(ACCOUNTS, { settings: { CONSOLE_APPS_CLAIM: 'apps' } });
});
afterAll(() => running.stop());

const sessionOf = async (browser: ConsoleBrowser) => {
  const answer = await browser.ask('/console/api/session');
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** A browser that the provider has sent back, just before it takes the answer to the console. */
async function atCallback(person = 'vera', login = '/console/login') {
  const browser = new ConsoleBrowser(running.origin);
  running.provider.person = person;
  await browser.go(login, (url) => url.includes('/console/callback'));
  return { browser, callback: new URL(browser.visited.at(-1) ?? '') };
}

describe('a login at the provider', () => {
  it.each([
    ['vera', 'viewer', 'Vera Lee'],
    ['otto', 'operator', 'Otto'],
    ['ada', 'admin', 'Ada'],
  ])('gives %s the role %s', async (person, role, name) => {
    const browser = await running.loggedIn(person);
    expect(await sessionOf(browser)).toMatchObject({
      status: 200,
      body: { role, name, subject: `oidc:${running.provider.issuer}#${person}` },
    });
  });

  it('shows the apps that the claim names', async () => {
    const { app } = await running.gateway.createApp();
    const [some, all] = await Promise.all([
      sessionOf(await running.loggedIn('vera')),
      sessionOf(await running.loggedIn('otto')),
    ]);
    expect(some.body['apps']).toEqual([]);
    expect(all.body['apps']).toEqual([{ customer_app_id: app.id, name: 'Shop', type: 'TEST' }]);
  });

  it.each([
    ['nobody', 'no role'],
    ['roleless', 'no role'],
    ['appless', 'no customer app'],
  ])('refuses %s on a page: %s', async (person, reason) => {
    const browser = new ConsoleBrowser(running.origin);
    running.provider.person = person;
    const answer = await browser.go('/console/login');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain(
      `Your account ${reason === 'no role' ? 'has' : 'names'} ${reason}`,
    );
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
  });

  it('asks with PKCE, state and nonce', async () => {
    const answer = await new ConsoleBrowser(running.origin).ask('/console/login');
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(answer.status).toBe(303);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('has a cookie for this host, for HTTPS, and not for scripts', async () => {
    const { browser, callback } = await atCallback();
    const answer = await browser.ask(callback.href);
    const line = answer.headers
      .getSetCookie()
      .find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    expect(line).toMatch(/^__Host-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['/payments?x=1#y', '/payments?x=1#y'],
    ['https://elsewhere.example/', '/'],
    ['//elsewhere.example/', '/'],
    ['/\\elsewhere.example', '/'],
    ['/.//elsewhere.example', '/'],
    ['/x/..//elsewhere.example', '/'],
    ['/%2e//elsewhere.example', '/'],
    ['/./\\elsewhere.example', '/'],
  ])('that was to return to %s ends at %s', async (wanted, path) => {
    const login = `/console/login?return_to=${encodeURIComponent(wanted)}`;
    const { browser, callback } = await atCallback('vera', login);
    const answer = await browser.ask(callback.href);
    const location = new URL(answer.headers.get('location') ?? '', running.origin);
    expect(location.href).toBe(running.origin + path);
  });

  it('returns to no other host either if the browser kept its name', async () => {
    const { browser, callback } = await atCallback();
    keptWith(browser, { returnTo: '//elsewhere.example/' });
    const answer = await browser.ask(callback.href);
    expect(answer.headers.get('location')).toBe('/');
  });
});

const expectRefused = async (browser: ConsoleBrowser, url: string) => {
  const answer = await browser.ask(url);
  expect([url.split('?')[0], answer.status]).toEqual([url.split('?')[0], 400]);
  expect(await answer.text()).toContain('The login did not succeed');
  expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
};
/** What the browser keeps during the login, with one member replaced. */
const keptWith = (browser: ConsoleBrowser, member: object) => {
  const kept = JSON.parse(
    Buffer.from(browser.cookie(LOGIN_COOKIE) ?? '', 'base64url').toString(),
  ) as object;
  const value = Buffer.from(JSON.stringify({ ...kept, ...member })).toString('base64url');
  browser.setCookie(LOGIN_COOKIE, value);
};

describe('an answer of the provider is refused', () => {
  const changed = (callback: URL, name: string, value: string) => {
    const url = new URL(callback);
    url.searchParams.set(name, value);
    return url.href;
  };
  it('with another state', async () => {
    const { browser, callback } = await atCallback();
    await expectRefused(browser, changed(callback, 'state', 'another'));
  });

  it('of another issuer', async () => {
    const { browser, callback } = await atCallback();
    expect(callback.searchParams.get('iss')).toBe(running.provider.issuer);
    await expectRefused(browser, changed(callback, 'iss', 'https://evil.example'));
  });

  it('without an issuer, although the provider promises one', async () => {
    const { browser, callback } = await atCallback();
    callback.searchParams.delete('iss');
    await expectRefused(browser, callback.href);
  });

  it('with another nonce in its token', async () => {
    const { browser, callback } = await atCallback();
    keptWith(browser, { nonce: 'another' });
    await expectRefused(browser, callback.href);
  });

  it('for another PKCE verifier', async () => {
    const { browser, callback } = await atCallback();
    keptWith(browser, { verifier: 'v'.repeat(43) });
    await expectRefused(browser, callback.href);
  });

  it('in a browser that began no login', async () => {
    const { callback } = await atCallback();
    await expectRefused(new ConsoleBrowser(running.origin), callback.href);
  });

  it('with a code that was used', async () => {
    const { browser, callback } = await atCallback();
    const kept = browser.cookie(LOGIN_COOKIE);
    await browser.ask(callback.href);
    expect(browser.cookie(LOGIN_COOKIE)).toBeUndefined();
    browser.setCookie(SESSION_COOKIE, undefined);
    browser.setCookie(LOGIN_COOKIE, kept);
    await expectRefused(browser, callback.href);
  });
});

describe('a second login', () => {
  it('has a new cookie, and the one before ends at once', async () => {
    const browser = await running.loggedIn('ada');
    const before = browser.cookie(SESSION_COOKIE);
    running.provider.person = 'ada';
    await browser.go('/console/login?fresh=true', isHome(running.origin));
    expect(browser.visited.findLast((url) => url.includes('/auth?'))).toMatch(
      /prompt=login.*max_age=0/,
    );
    const after = browser.cookie(SESSION_COOKIE);
    expect(after).not.toBe(before);
    expect((await sessionOf(browser)).status).toBe(200);
    browser.setCookie(SESSION_COOKIE, before);
    expect((await sessionOf(browser)).status).toBe(401);
  });

  it('tells when the operator proved who they are, as no login does that nobody asked for', async () => {
    const browser = await running.loggedIn('ada');
    expect((await sessionOf(browser)).body).not.toHaveProperty('authenticated_at');
    await browser.go('/console/login?fresh=true', isHome(running.origin));
    const { authenticated_at: at } = (await sessionOf(browser)).body;
    expect(Math.abs(Date.now() - Date.parse(String(at)))).toBeLessThan(60_000);
  });

  it('of a minute ago is one, also if the clocks differ by some seconds', async () => {
    const browser = await running.loggedIn('ada');
    const before = browser.cookie(SESSION_COOKIE);
    running.provider.loginAgeS = 70;
    await browser.go('/console/login?fresh=true', isHome(running.origin));
    running.provider.loginAgeS = 0;
    expect(browser.cookie(SESSION_COOKIE)).not.toBe(before);
  });

  it.each([91, 3_600])('of %d s ago is none, whatever the provider says', async (ageS) => {
    const browser = await running.loggedIn('ada');
    const before = browser.cookie(SESSION_COOKIE);
    running.provider.loginAgeS = ageS;
    const answer = await browser.go('/console/login?fresh=true', isHome(running.origin));
    running.provider.loginAgeS = 0;
    expect([answer.status, browser.cookie(SESSION_COOKIE)]).toEqual([400, before]);
    expect((await sessionOf(browser)).body).not.toHaveProperty('authenticated_at');
  });

  it('is none without the time of the login, which a provider must tell if it is asked', async () => {
    const { browser, callback } = await atCallback();
    keptWith(browser, { isFresh: true });
    await expectRefused(browser, callback.href);
  });
});

describe('a provider that puts the claims into its token', () => {
  it('gives the same role', async () => {
    const other = await startConsole(ACCOUNTS, { claimsInToken: true });
    const browser = await other.loggedIn('otto');
    expect((await sessionOf(browser)).body['role']).toBe('operator');
    await other.stop();
  });
});
