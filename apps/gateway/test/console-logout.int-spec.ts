import { CONSOLE_CLIENT, eventually } from '@towpath/testing';
import type { ConsoleBrowser } from './console-browser.fixture.js';
import { startConsole, type RunningConsole } from './console.fixture.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
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

describe('a logout at the provider', () => {
  it('ends the session here', async () => {
    const [browser, other] = [await running.loggedIn('vera'), await running.loggedIn('vera')];
    // The page of the provider asks, and its own form answers.
    const { issuer } = running.provider;
    const page = await (await browser.ask(`${issuer}/session/end`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await browser.post(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    await eventually(async () => (await statusOf(browser)) === 401, { deadlineMs: 5_000 });
    expect(await statusOf(other)).toBe(200);
  });

  const seconds = () => Math.floor(Date.now() / 1_000);
  let count = 0;
  const claimsOf = (changes: object = {}) => ({
    iss: running.provider.issuer,
    aud: CONSOLE_CLIENT.id,
    sub: 'ada',
    iat: seconds(),
    exp: seconds() + 60,
    jti: `token-${(count += 1)}`,
    events: { [EVENT]: {} },
    ...changes,
  });
  const send = async (logoutToken: string) => {
    const url = `${running.origin}/console/back-channel-logout`;
    const body = new URLSearchParams({ logout_token: logoutToken });
    return (await fetch(url, { method: 'POST', body })).status;
  };

  it('of a subject ends all of its sessions, and no other one', async () => {
    const [one, two, other] = [
      await running.loggedIn('ada'),
      await running.loggedIn('ada'),
      await running.loggedIn('vera'),
    ];
    expect(await send(await running.provider.signed(claimsOf()))).toBe(200);
    expect([await statusOf(one), await statusOf(two), await statusOf(other)]).toEqual([
      401, 401, 200,
    ]);
  });

  it('counts once', async () => {
    const token = await running.provider.signed(claimsOf());
    expect(await send(token)).toBe(200);
    const browser = await running.loggedIn('ada');
    expect(await send(token)).toBe(400);
    expect(await statusOf(browser)).toBe(200);
  });

  const wrong: [what: string, claims: object, signed: object][] = [
    ['another signature', {}, { isForged: true }],
    ['another type', {}, { typ: 'at+jwt' }],
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['another audience', { aud: 'another-client' }, {}],
    ['no audience', { aud: undefined }, {}],
    ['no time', { iat: undefined }, {}],
    ['an old time', { iat: seconds() - 200 }, {}],
    ['a time to come', { iat: seconds() + 200 }, {}],
    ['no end', { exp: undefined }, {}],
    ['an end that has passed', { exp: seconds() - 60 }, {}],
    ['no ID', { jti: undefined }, {}],
    ['no events', { events: undefined }, {}],
    ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }, {}],
    ['an event that is no object', { events: { [EVENT]: true } }, {}],
    ['a nonce', { nonce: 'n' }, {}],
    ['neither session nor subject', { sub: undefined }, {}],
  ];
  it.each(wrong)('with %s is refused', async (_what, changes, options) => {
    const browser = await running.loggedIn('ada');
    expect(await send(await running.provider.signed(claimsOf(changes), options))).toBe(400);
    expect(await statusOf(browser)).toBe(200);
  });

  it('without a signature is refused', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    expect(await send(`${encode({ alg: 'none' })}.${encode(claimsOf())}.`)).toBe(400);
    expect(await send('nonsense')).toBe(400);
  });
});
