/** @takes 140 s */
import { AxeBuilder } from '@axe-core/playwright';
import { jest } from '@jest/globals';
import { workspaceRoot } from '@towpath/local-system';
import { launchBrowser } from '@towpath/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

jest.setTimeout(240_000);

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const SHOTS = join(workspaceRoot(), '.cache/screenshots');

let gateway: RunningGateway;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  const built = join(workspaceRoot(), 'apps/guides/dist');
  gateway = await startGateway({ GUIDES_DIR: built });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
});

/** A page whose requests to other origins and breaches of its policy are kept. */
async function watchedPage(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(gateway.publicUrl)) complaints.push(url);
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

const LOOKS = Object.keys(SIZES).flatMap((size) =>
  (['light', 'dark'] as const).map(
    (colorScheme) => [size as keyof typeof SIZES, colorScheme] as const,
  ),
);

/** As Scalar names the usual way of each language; `NewRequest` is Go's. */
const LANGUAGES = ['Curl', 'NewRequest', 'Requests', 'TypeScript'];
const OPERATION = '/docs#tag/payment-links/POST/payment_links';

describe('the API reference', () => {
  it.each(LOOKS)('on a %s in %s', async (size, colorScheme) => {
    const { page, complaints } = await watchedPage({ viewport: SIZES[size], colorScheme });
    await page.goto(`${gateway.publicUrl}${OPERATION}`);
    await page.getByText('unique_reference_id').first().waitFor();
    await page.screenshot({ path: join(SHOTS, `reference-${size}-${colorScheme}.png`) });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SIZES[size].width);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('hides what customer apps never call, and has examples in four languages', async () => {
    const { page, complaints } = await watchedPage({ viewport: SIZES.desktop });
    await page.goto(`${gateway.publicUrl}${OPERATION}`);
    const example = page.getByRole('button', { name: 'Shell Curl' }).first();
    await example.waitFor();
    const text = await page.locator('body').innerText();
    expect(text).toContain('Payouts');
    expect(text).not.toMatch(/Hosted payment page|Call-backs/);
    await example.click();
    const languages = await page.getByRole('option').allInnerTexts();
    expect(languages.map((name) => name.trim()).toSorted()).toEqual(LANGUAGES);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('takes client ID and secret for a token, which only the memory of the page has', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const { page, complaints } = await watchedPage({ viewport: SIZES.desktop });
    await page.goto(`${gateway.publicUrl}/docs#tag/testing/GET/testing/clock`);
    await page.getByRole('button', { name: 'Get a token' }).click();
    await page.getByLabel('Client ID').fill(app.clientId);
    await page.getByLabel('Client secret').fill('wrong');
    const form = page.getByRole('dialog', { name: 'A token for' });
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(complaints.splice(0)).toHaveLength(1); // the browser reports the 401
    await page.getByLabel('Client secret').fill(clientSecret);
    await form.getByRole('button', { name: 'Get a token' }).click();
    await page.getByRole('status').filter({ hasText: 'carry your token' }).waitFor();
    await page
      .getByRole('button', { name: /Test Request.*get .testing.clock/i })
      .first()
      .click();
    const drawing = page.locator('.ascii-art').first();
    await drawing.waitFor({ state: 'attached' });
    expect(await drawing.isVisible()).toBe(false);
    const called = page.waitForResponse('**/testing/clock');
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await called).status()).toBe(200);
    await page.screenshot({ path: join(SHOTS, 'reference-request.png') });
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(stored).not.toContain('eyJ');
    expect(stored).not.toContain(clientSecret);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function faultsOf(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

describe('the guides', () => {
  it.each(LOOKS)('on a %s in %s', async (size, colorScheme) => {
    const { page, complaints } = await watchedPage({ viewport: SIZES[size], colorScheme });
    await page.goto(`${gateway.publicUrl}/guides`);
    await page.getByRole('heading', { name: 'For operators' }).waitFor();
    await page.screenshot({ path: join(SHOTS, `guides-${size}-${colorScheme}.png`) });
    await page.goto(`${gateway.publicUrl}/guides/integrators/start`);
    await page.getByRole('img').first().waitFor();
    await page.screenshot({ path: join(SHOTS, `guides-start-${size}-${colorScheme}.png`) });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SIZES[size].width);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('finds a page by its words, and leads to the next one of the reading order', async () => {
    const { page, complaints } = await watchedPage({ viewport: SIZES.desktop });
    await page.goto(`${gateway.publicUrl}/guides/`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill('chargeback deadline');
    await page.getByRole('option').first().click();
    await page.waitForURL('**/guides/**/*');
    await page.goto(`${gateway.publicUrl}/guides/integrators/refunds`);
    await page.getByRole('link', { name: 'Next page Disputes' }).click();
    await page.getByRole('heading', { name: 'Disputes', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL('**/docs');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
