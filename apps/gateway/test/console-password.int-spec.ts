import { ConfigError } from '@towpath/config';
import { freePort } from '@towpath/local-system';
import { passwordHash } from '@towpath/persistence';
import { ConsoleBrowser } from './console-browser.fixture.js';
import { SESSION_COOKIE } from './console.fixture.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

const PASSWORD = 'a long password of this machine';
const HERE = { PUBLIC_API_URL: 'http://127.0.0.1:8080', PUBLIC_PAGES_URL: 'http://localhost:8080' };

describe('the local operator', () => {
  let gateway: RunningGateway;
  let origin: string;
  beforeAll(async () => {
    const port = String(await freePort());
    origin = `http://127.0.0.1:${port}`;
    gateway = await startGateway({
      ...HERE,
      PORT: port,
      PUBLIC_CONSOLE_URL: origin,
      CONSOLE_LOCAL_PASSWORD_HASH: await passwordHash(PASSWORD),
    });
  });
  afterAll(() => gateway.stop());

  const logIn = (browser: ConsoleBrowser, password: string, headers = {}) =>
    browser.ask('/console/api/login', {
      method: 'POST',
      body: { password },
      headers: { origin, ...headers },
    });

  it('logs in with the password, as administrator', async () => {
    const browser = new ConsoleBrowser(origin);
    expect(await (await browser.ask('/console/api/login')).json()).toEqual({ way: 'password' });
    expect((await logIn(browser, PASSWORD)).status).toBe(200);
    const session = await (await browser.ask('/console/api/session')).json();
    const authenticated_at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(session).toMatchObject({ subject: 'local:operator', role: 'admin', authenticated_at });
  });

  it('proves once more who they are: the session is new, and the one before ends', async () => {
    const browser = new ConsoleBrowser(origin);
    await logIn(browser, PASSWORD);
    const before = browser.cookie(SESSION_COOKIE);
    const at = async () => {
      const session = (await (await browser.ask('/console/api/session')).json()) as object;
      return Date.parse((session as { authenticated_at: string }).authenticated_at);
    };
    const first = await at();
    expect((await logIn(browser, PASSWORD)).status).toBe(200);
    expect(await at()).toBeGreaterThan(first);
    browser.setCookie(SESSION_COOKIE, before);
    expect((await browser.ask('/console/api/session')).status).toBe(401);
  });

  it('is sent to no provider', async () => {
    const browser = new ConsoleBrowser(origin);
    expect((await browser.ask('/console/login')).status).toBe(400);
  });

  it('logs in from the page of the console only', async () => {
    const browser = new ConsoleBrowser(origin);
    const answer = await logIn(browser, PASSWORD, { origin: 'https://elsewhere.example' });
    expect(answer.status).toBe(403);
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
  });

  it('cannot guess: after ten wrong passwords even the right one waits', async () => {
    const browser = new ConsoleBrowser(origin);
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await logIn(browser, `guess ${guess}`)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
    expect(statuses.at(-1)).toBe(429);
    expect((await logIn(browser, PASSWORD)).status).toBe(429);
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
  });
});

describe('a console that would not be safe stops the start', () => {
  let hash: string;
  beforeAll(async () => {
    hash = await passwordHash(PASSWORD);
  });
  const OIDC = {
    CONSOLE_OIDC_ISSUER: 'https://login.example.com',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'secret',
  };
  const LOCAL = 'http://console.localhost:8080';

  it.each<[string, Record<string, string>, string]>([
    [
      'with no way to log in',
      { PUBLIC_CONSOLE_URL: 'https://console.example.com' },
      'needs a provider',
    ],
    ['with half of a provider', { ...OIDC, CONSOLE_OIDC_CLIENT_ID: '' }, 'CONSOLE_OIDC_CLIENT_ID'],
    ['with a path', { ...OIDC, PUBLIC_CONSOLE_URL: 'https://console.example.com/x' }, 'no path'],
    ['without HTTPS', { ...OIDC, PUBLIC_CONSOLE_URL: 'http://console.example.com' }, 'https'],
    [
      'with a provider without HTTPS',
      { ...OIDC, CONSOLE_OIDC_ISSUER: 'http://login.example.com' },
      'https',
    ],
    [
      'on the host of the API',
      { ...OIDC, PUBLIC_CONSOLE_URL: 'https://api.example.com' },
      'another host',
    ],
    [
      'on the host of the pages',
      { ...OIDC, PUBLIC_CONSOLE_URL: 'https://pay.example.com' },
      'another host',
    ],
    [
      'with a role that there is not',
      { ...OIDC, CONSOLE_ROLE_VALUES: 'root=x' },
      'CONSOLE_ROLE_VALUES',
    ],
    [
      'with traces without their ID',
      { ...OIDC, CONSOLE_TRACE_URL: 'https://t.example.com/' },
      'trace_id',
    ],
    [
      'with a provider and a password',
      { ...HERE, ...OIDC, PUBLIC_CONSOLE_URL: LOCAL, CONSOLE_LOCAL_PASSWORD_HASH: 'HASH' },
      'both set',
    ],
    [
      'with a password for everybody',
      { CONSOLE_LOCAL_PASSWORD_HASH: 'HASH' },
      'only for a system on one machine',
    ],
    [
      'with a password behind a public API',
      { PUBLIC_CONSOLE_URL: LOCAL, CONSOLE_LOCAL_PASSWORD_HASH: 'HASH' },
      'only for a system on one machine',
    ],
    [
      'with a password in the clear',
      { ...HERE, PUBLIC_CONSOLE_URL: LOCAL, CONSOLE_LOCAL_PASSWORD_HASH: 'secret' },
      'no hash',
    ],
  ])('%s', async (_what, settings, said) => {
    const given = Object.entries(settings).map(([name, value]) => [
      name,
      value === 'HASH' ? hash : value,
    ]);
    const variables = Object.fromEntries(given) as Record<string, string>;
    const start = startGateway({ PUBLIC_CONSOLE_URL: 'https://console.example.com', ...variables });
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(said);
  });
});
