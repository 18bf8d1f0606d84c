import { jest } from '@jest/globals';
import type { Entry } from '../dev/walk/gallery.js';
import { LINK_GALLERY } from '../dev/walk/link-gallery.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { ahead } from './ahead.js';
import { englishScreens } from './describe-screens.js';
import { HostedSite, seesLater } from './hosted-site.js';
import { soundScreen } from './sound-screen.js';
import { translatingVisitor, visibleText } from './translating-browser.js';

/** The ends of the flows: `*-screens.full-spec.ts` compare every screen. */
const ENTRIES = [
  ...PAY_GALLERY.filter(({ name }) => name === 'success' || name === 'debit-success'),
  ...MANDATE_GALLERY.filter(({ name }) => name === 'success-limit'),
  ...LINK_GALLERY.filter(({ name }) => name === 'connected'),
];

jest.setTimeout(60_000);

let hosted: HostedSite;
let found: (entry: Entry) => Promise<object>;

beforeAll(async () => {
  hosted = await HostedSite.start();
  found = ahead(ENTRIES, await englishScreens(hosted));
});
afterAll(() => hosted.stop());

it.each(ENTRIES)(
  'the $page page that a browser translates keeps its text at $name',
  async (entry) => {
    expect(await found(entry)).toEqual({ ...soundScreen(entry), lang: 'en', faults: [] });
  },
);

describe('a text that changes while the page is open', () => {
  const AMOUNT = 'HK$1,248.50';

  it('a translated page shows the new text after a transfer was returned, and after the payment', async () => {
    const visitor = await translatingVisitor(hosted);
    const page = await visitor.context.newPage();
    await page.clock.install();
    const { url, token } = hosted.site.open('pay', 'transfer');
    const link = hosted.site.backend.pay.link(token);
    const { attempt } = link?.current() ?? {};
    const transfer = attempt?.transfer;
    if (!link || !attempt || !transfer) throw new Error('the scenario awaits no transfer');
    const arrives = async (amount: number, text: string) => {
      const returned = { amount, currency: 'HKD', cause: 'TOO_LITTLE' } as const;
      link.change({ attempt: { ...attempt, transfer: { ...transfer, returned } } });
      await seesLater(page.getByRole('alert').getByText(text));
    };
    await page.goto(url);
    await page.locator('.receipt').getByText(AMOUNT).waitFor();
    await arrives(700, 'We received HK$7.00');
    await arrives(4_900, 'We received HK$49.00');
    expect(await visibleText(page)).not.toContain('HK$7.00');
    link.change({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
    await seesLater(page.getByText('Payment complete'));
    expect(await page.locator('.due .aside').innerText()).toBe('Amount');
    expect(visitor.faultsOf(page)).toEqual([]);
  });

  it('a translated page shows the new text when the data of a linked login arrives', async () => {
    const visitor = await translatingVisitor(hosted);
    const page = await visitor.context.newPage();
    const { url, token } = hosted.site.open('link', 'arriving');
    const link = hosted.site.backend.link.link(token);
    if (!link) throw new Error('there is no such scenario');
    await page.goto(url);
    await page.getByText('On its way').first().waitFor();
    const keys = Object.keys(link.view().product_status ?? {});
    const done = keys.map((key) => [key, { status: 'SUCCESS' }] as const);
    link.change({ product_status: Object.fromEntries(done) });
    await page.getByText('On its way').first().waitFor({ state: 'detached' });
    const states = await page.locator('.product__state').allInnerTexts();
    expect(new Set(states)).toEqual(new Set(['Received']));
    expect(visitor.faultsOf(page)).toEqual([]);
  });
});
