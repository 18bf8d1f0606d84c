import { AxeBuilder } from '@axe-core/playwright';
import { launchBrowser } from '@towpath/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { SECRET, testSandbox, type TestSandbox } from './sandbox.fixture.js';

const RETURN_URL = 'http://127.0.0.1:9/mandates/hosted/institution_return';
const STATE = 'app.session.proof';

describe('the bank’s own page in a browser without scripts', () => {
  let sandbox: TestSandbox;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    sandbox = await testSandbox();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.end();
  });
  beforeEach(async () => {
    context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    // Nobody listens there: what comes back is answered here.
    await page.route(`${RETURN_URL}*`, (route) => route.fulfill({ body: 'Back' }));
  });
  afterEach(() => context.close());

  const address = (change: Record<string, string> = {}) => {
    const asked = { institution: 'testbank-oauth', state: STATE, return_url: RETURN_URL };
    const query = new URLSearchParams({ ...asked, lang: 'en', ...change });
    return `${sandbox.url}/bank/login?${query.toString()}`;
  };

  async function signIn(otp: string, userId = 'usergood') {
    await page.getByLabel('User ID').fill(userId);
    await page.getByLabel('Password').fill('datagood');
    await page.getByLabel('One-time code').fill(otp);
    await page.getByRole('button', { name: 'Approve' }).click();
  }

  async function cameBackWith() {
    await page.waitForURL(`${RETURN_URL}?*`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  }

  async function redeem(code: string, state = STATE) {
    const answer = await fetch(`${sandbox.url}/bank/login-codes/redemptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code, state }),
    });
    return (await answer.json()) as { outcome: string };
  }

  it('an approval sends the browser back with a code that works once', async () => {
    await page.goto(address());
    await signIn('123456');
    const { code = '', ...rest } = await cameBackWith();
    expect(rest).toEqual({ state: STATE });
    expect(await redeem(code, 'another')).toEqual({ outcome: 'REJECTED' });
    expect(await redeem(code)).toEqual({ outcome: 'ACCEPTED' });
    expect(await redeem(code)).toEqual({ outcome: 'REJECTED' });
  });

  it('a refusal sends the browser back without a code', async () => {
    await page.goto(address());
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect(await cameBackWith()).toEqual({ state: STATE, error: 'access_denied' });
  });

  it('the page asks again after a wrong entry and keeps the user ID', async () => {
    await page.goto(address({ state: 'asks.again.proof' }));
    await signIn('', 'usergood');
    expect(await page.getByRole('alert').innerText()).toBe('Enter the one-time code as well.');
    await signIn('123456', 'somebody');
    expect(await page.getByRole('alert').innerText()).toContain('not right');
    expect(await page.getByLabel('User ID').inputValue()).toBe('somebody');
    await signIn('123456');
    expect(Object.keys(await cameBackWith()).toSorted()).toEqual(['code', 'state']);
  });

  it('a locked payer goes back with a code that says so', async () => {
    await page.goto(address());
    await signIn('123456', 'user_locked');
    expect(await redeem((await cameBackWith())['code'] ?? '')).toEqual({ outcome: 'LOCKED' });
  });

  it.each([
    ['another page', 'https://evil.example/'],
    ['a script', `javascript:alert(1)//${RETURN_URL}`],
    ['nothing', ''],
  ])('the page never leads to %s', async (_what, return_url) => {
    const [shown, back] = await Promise.all([
      fetch(address({ return_url })),
      fetch(`${sandbox.url}/bank/login/back?${new URLSearchParams({ return_url }).toString()}`),
    ]);
    expect([shown.status, back.status]).toEqual([400, 400]);
  });

  it('the page runs no script, cannot be framed, and shows entries as text', async () => {
    const answer = await fetch(address({ state: '"><b>' }));
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    await page.goto(address());
    await signIn('1', '"><b>bold</b>');
    expect(await page.locator('b').count()).toBe(0);
    expect(await page.getByLabel('User ID').inputValue()).toBe('"><b>bold</b>');
  });

  it.each(['en', 'zh', 'ko', 'vi'])('the page has no accessibility fault in %s', async (lang) => {
    const looked = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const seen = await looked.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await seen.emulateMedia({ colorScheme });
      await seen.goto(address({ lang, state: `axe.${lang}.${colorScheme}` }));
      const { violations } = await new AxeBuilder({ page: seen }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
    await looked.close();
  });
});
