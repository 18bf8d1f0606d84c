import { AxeBuilder } from '@axe-core/playwright';
import { launchBrowser } from '@towpath/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { EmbeddingPage } from './embedding-page.fixture.js';
import {
  type AuthorizationInput,
  Merchant,
  testSandbox,
  type TestSandbox,
} from './sandbox.fixture.js';

describe('challenge page in a browser without scripts', () => {
  let sandbox: TestSandbox;
  let shop: EmbeddingPage;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let merchant: Merchant;

  beforeAll(async () => {
    shop = await EmbeddingPage.start();
    sandbox = await testSandbox();
    merchant = new Merchant(sandbox.url);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.end();
    await shop.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
  });
  afterEach(() => context.close());

  async function challenge(change: AuthorizationInput = {}) {
    const { body } = await merchant.authorize('4000002500003155', {
      return_url: `${shop.origin}/return?cart=7`,
      ...change,
    });
    const { redirect_url: url } = body['action'] as { redirect_url: string };
    return { url, reference: String(body['reference']) };
  }
  const status = async (reference: string) => (await merchant.find(reference)).body['status'];

  it.each([
    ['Approve', 'authorized', 'You have approved this request'],
    ['Refuse', 'declined', 'You have refused this request'],
  ])(
    'the button %s returns to the shop, and the decision is final',
    async (...[button, state, heading]) => {
      const { url, reference } = await challenge();
      await page.goto(url);
      expect(await page.locator('h1').textContent()).toBe('Confirm your payment');
      expect(await page.locator('dl').innerText()).toMatch(/Lantern Books[^]*HK\$12\.34[^]*3155/u);
      await page.getByRole('button', { name: button }).click();
      expect(page.url()).toBe(`${shop.origin}/return?cart=7&attempt=${reference}`);
      expect(await status(reference)).toBe(state);
      await page.goBack();
      await page.reload();
      expect(await page.locator('h1').textContent()).toBe(heading);
      expect(await page.getByRole('button').count()).toBe(0);
      await page.getByRole('link', { name: 'Back to the merchant' }).click();
      expect(page.url()).toBe(`${shop.origin}/return?cart=7&attempt=${reference}`);
    },
  );

  it('the page says that the merchant has cancelled', async () => {
    const { url, reference } = await challenge();
    await merchant.act(reference, 'void');
    await page.goto(url);
    expect(await page.locator('h1').textContent()).toContain('cancelled by the merchant');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('without a return address the browser stays on the decided page', async () => {
    const { url, reference } = await challenge({ off_session: true, return_url: null });
    await page.goto(url);
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(page.url()).toBe(url);
    expect(await page.locator('h1').textContent()).toBe('You have approved this request');
    expect(await status(reference)).toBe('authorized');
  });

  it('the page uses the language of the cardholder and names a set-up', async () => {
    const { url } = await challenge({ language: 'ko', purpose: 'SETUP', amount: 0 });
    await page.goto(url);
    expect(await page.locator('html').getAttribute('lang')).toBe('ko');
    expect(await page.locator('h1').textContent()).toBe('카드 저장 확인');
  });

  it('the page cannot be framed, cached or guessed', async () => {
    const { url } = await challenge();
    const response = await fetch(url);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${shop.origin}`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${sandbox.url}/gw1/challenge/01JZZZZZZZZZZZZZZZZZZZZZZZ`)).status).toBe(
      404,
    );
    expect((await fetch(`${sandbox.url}/gw1/challenge/x`)).status).toBe(404);
  });

  it('a form without a decision is refused', async () => {
    const { url, reference } = await challenge();
    const empty = await fetch(url, { method: 'POST', body: new URLSearchParams() });
    const odd = await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'x' }) });
    expect([empty.status, odd.status]).toEqual([400, 400]);
    expect(await status(reference)).toBe('requires_action');
  });

  it.each(['light', 'dark'] as const)(
    'axe finds no fault on the open and the decided page in %s',
    async (scheme) => {
      const scripted = await browser.newContext({ colorScheme: scheme });
      const own = await scripted.newPage();
      const { url, reference } = await challenge();
      for (const decide of [false, true]) {
        if (decide) await merchant.act(reference, 'void');
        await own.goto(url);
        const { violations } = await new AxeBuilder({ page: own }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
      await scripted.close();
    },
  );
});
