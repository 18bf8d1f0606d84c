import { eventually } from '@towpath/testing';
import { request } from 'node:http';
import { ConsoleBrowser } from './console-browser.fixture.js';
import { SESSION_COOKIE, startConsole, type RunningConsole } from './console.fixture.js';
import { startGateway } from './gateway.fixture.js';

const ACCOUNTS = {
  vera: { name: 'Vera', roles: ['viewer'] },
  ada: { name: 'Ada', roles: ['admin'] },
};

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole(ACCOUNTS);
});
afterAll(() => running.stop());

const statusOf = async (browser: ConsoleBrowser) =>
  (await browser.ask('/console/api/session')).status;
const sessionOf = async (browser: ConsoleBrowser) =>
  (await (await browser.ask('/console/api/session')).json()) as Record<string, string>;
const age = (column: string, minutes: number) =>
  running.sql(`UPDATE console_sessions SET ${column} = ${column} - interval '${minutes} minutes'`);

describe('a session', () => {
  it('ends when 15 minutes have passed without a request', async () => {
    const browser = await running.loggedIn('vera');
    await age('last_seen_at', 14);
    expect(await statusOf(browser)).toBe(200);
    await age('last_seen_at', 1);
    expect(await statusOf(browser)).toBe(401);
  });

  it('ends after 8 hours, whatever happens', async () => {
    const browser = await running.loggedIn('vera');
    const { ends_at: endsAt = '', idle_ends_at: idle = '' } = await sessionOf(browser);
    const hours = (Date.parse(endsAt) - Date.now()) / 3_600_000;
    expect([hours > 7.9, hours <= 8, idle < endsAt]).toEqual([true, true, true]);
    await age('ends_at', 479);
    expect(await statusOf(browser)).toBe(200);
    expect(await sessionOf(browser)).toMatchObject({ idle_ends_at: expect.any(String) });
    await age('ends_at', 1);
    expect(await statusOf(browser)).toBe(401);
  });

  it('is not opened by a made-up cookie, nor by none', async () => {
    const browser = new ConsoleBrowser(running.origin);
    expect(await statusOf(browser)).toBe(401);
    browser.setCookie(SESSION_COOKIE, 'x'.repeat(43));
    expect(await statusOf(browser)).toBe(401);
  });

  it('is over after a logout, also for the old cookie', async () => {
    const browser = await running.loggedIn('vera');
    const cookie = browser.cookie(SESSION_COOKIE);
    expect((await browser.write('/console/logout')).status).toBe(200);
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
    browser.setCookie(SESSION_COOKIE, cookie);
    expect(await statusOf(browser)).toBe(401);
  });

  it('that ends at one replica is over at the other one', async () => {
    const other = await startGateway({
      ...running.gateway.environment.variables,
      PORT: '0',
    });
    const browser = await running.loggedIn('vera');
    const cookie = `${SESSION_COOKIE}=${browser.cookie(SESSION_COOKIE) ?? ''}`;
    const there = () =>
      ask(other.publicUrl, { host: new URL(running.origin).host, headers: { cookie } });
    expect(await there()).toBe(200);
    await browser.write('/console/logout');
    await eventually(async () => (await there()) === 401, { deadlineMs: 5_000 });
    await other.stop();
  });
});

describe('a request that writes', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await running.loggedIn('vera');
  });

  it.each([
    ['of no origin', { origin: '' }],
    ['of another origin', { origin: 'https://elsewhere.example' }],
    ['of the same host with another port', { origin: 'http://127.0.0.1:1' }],
    ['without the token', { 'x-console-token': '' }],
    ['with another token', { 'x-console-token': 'x'.repeat(43) }],
  ])('%s is refused', async (_what, headers) => {
    expect((await browser.write('/console/logout', { headers })).status).toBe(403);
    expect(await statusOf(browser)).toBe(200);
  });

  it('with the token of another session is refused', async () => {
    const { write_token: token = '' } = await sessionOf(await running.loggedIn('vera'));
    const headers = { 'x-console-token': token };
    expect((await browser.write('/console/logout', { headers })).status).toBe(403);
  });
});

describe('the host of the console', () => {
  const CONSOLE_PATHS = ['/console/api/login', '/console/login', '/console/api/session'];

  it('is the only one with the console', async () => {
    for (const host of ['api.example.com', 'pay.example.com', '10.0.0.7:8080', 'localhost']) {
      for (const path of CONSOLE_PATHS) {
        expect([host, path, await ask(running.origin, { host, path })]).toEqual([host, path, 404]);
      }
    }
  });

  it('has nothing but the console', async () => {
    const { host } = new URL(running.origin);
    for (const path of ['/docs', '/openapi.json', '/payments', '/hosted/pay', '/webhooks/jwks']) {
      expect([path, await ask(running.origin, { host, path })]).toEqual([path, 404]);
    }
    expect(await ask(running.origin, { host, path: '/health/live' })).toBe(200);
  });

  it('has no console where none is configured', async () => {
    const gateway = await startGateway();
    for (const path of CONSOLE_PATHS) {
      expect(await ask(gateway.publicUrl, { host: new URL(gateway.publicUrl).host, path })).toBe(
        404,
      );
    }
    await gateway.stop();
  });
});

/** `fetch` does not let a caller name a host. */
function ask(
  url: string,
  sent: { host: string; path?: string; headers?: Readonly<Record<string, string>> },
): Promise<number> {
  const { hostname, port } = new URL(url);
  const { host, path = '/console/api/session', headers = {} } = sent;
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers: { ...headers, host } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject).end();
  });
}
