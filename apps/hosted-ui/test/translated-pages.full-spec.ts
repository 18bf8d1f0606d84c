import { jest } from '@jest/globals';
import { eventually } from '@towpath/testing';
import type { BrowserContext } from 'playwright-core';
import { type Entry, visit } from '../dev/walk/gallery.js';
import { LINK_GALLERY } from '../dev/walk/link-gallery.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { HostedSite } from './hosted-site.js';
import { watchedVisitor } from './sound-screen.js';
import { translatableNumbers, translateIn, visibleText } from './translating-browser.js';

jest.setTimeout(60_000);

let hosted: HostedSite;
const speaker = speakerOf('en');

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterAll(() => hosted.stop());

const ENTRIES = [...PAY_GALLERY, ...LINK_GALLERY, ...MANDATE_GALLERY].filter(
  ({ framed }) => !framed,
);
const arrive = (entry: Entry, context: BrowserContext) =>
  visit(entry, { site: hosted.site, context, speaker });

async function translatingVisitor() {
  const visitor = await watchedVisitor(hosted);
  await translateIn(visitor.context);
  return visitor;
}

describe('a page that the browser translates shows the same text as one that it leaves alone', () => {
  let plainContext: BrowserContext;
  let visitor: Awaited<ReturnType<typeof translatingVisitor>>;

  beforeAll(async () => {
    plainContext = (await watchedVisitor(hosted)).context;
    visitor = await translatingVisitor();
  });

  it.each(ENTRIES)('$page page: $name', async (entry) => {
    const [plain, translated] = await Promise.all([
      arrive(entry, plainContext),
      arrive(entry, visitor.context),
    ]);
    await eventually(async () => {
      expect(await visibleText(translated.page)).toEqual(await visibleText(plain.page));
      return true;
    });
    expect(await translated.page.locator('font').count()).toBeGreaterThan(0);
    expect(await translatableNumbers(plain.page)).toEqual([]);
    await Promise.all([plain.page.close(), translated.page.close()]);
    expect(visitor.faults.splice(0)).toEqual([]);
  });
});

describe('a text that changes while the page is open', () => {
  const AMOUNT = 'HK$1,248.50';

  it('is the new one after a transfer was returned, after another, and after the payment', async () => {
    const { context, faults } = await translatingVisitor();
    const page = await context.newPage();
    const { url, token } = hosted.site.open('pay', 'transfer');
    const link = hosted.site.backend.api.link(token);
    const { attempt } = link?.current() ?? {};
    const transfer = attempt?.transfer;
    if (!link || !attempt || !transfer) throw new Error('the scenario awaits no transfer');
    const arrives = async (amount: number, text: string) => {
      const returned = { amount, currency: 'HKD', cause: 'TOO_LITTLE' } as const;
      link.change({ attempt: { ...attempt, transfer: { ...transfer, returned } } });
      await page.getByRole('alert').getByText(text).waitFor();
    };
    await page.goto(url);
    await page.locator('.receipt').getByText(AMOUNT).waitFor();
    await arrives(700, 'We received HK$7.00');
    await arrives(4_900, 'We received HK$49.00');
    expect(await visibleText(page)).not.toContain('HK$7.00');
    link.change({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
    await page.getByText('Payment complete').waitFor();
    expect(await page.locator('.due__label').innerText()).toBe('Amount');
    expect(faults).toEqual([]);
  });

  it('is the new one when the data of a linked login arrives', async () => {
    const { context, faults } = await translatingVisitor();
    const page = await context.newPage();
    const { url, token } = hosted.site.open('link', 'arriving');
    const link = hosted.site.backend.links.link(token);
    if (!link) throw new Error('there is no such scenario');
    await page.goto(url);
    await page.getByText('On its way').first().waitFor();
    const keys = Object.keys(link.look().product_status ?? {});
    const done = keys.map((key) => [key, { status: 'SUCCESS' }] as const);
    link.change({ product_status: Object.fromEntries(done) });
    await page.getByText('On its way').first().waitFor({ state: 'detached' });
    const states = await page.locator('.product__state').allInnerTexts();
    expect(new Set(states)).toEqual(new Set(['Received']));
    expect(faults).toEqual([]);
  });
});
