import { jest } from '@jest/globals';
import { SIZES, visit } from '../dev/walk/gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { LANGUAGES } from '../src/shared/i18n/languages.js';
import { HostedSite } from './hosted-site.js';

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

describe('a saved direct debit', () => {
  it.each(LANGUAGES)(
    'a saved direct debit has its last digits in one piece on phones in %s',
    async (language) => {
      const entry = PAY_GALLERY.find(({ name }) => name === 'form-saved-debit');
      if (!entry) throw new Error('the gallery has no saved direct debit');
      const spoken = speakerOf(language);
      const context = await hosted.payer({ viewport: SIZES.phone, locale: spoken.locale });
      const { page } = await visit(entry, {
        site: hosted.site,
        tab: await context.newPage(),
        speaker: spoken,
      });
      const label = page.locator('.one-tap button');
      expect(await label.evaluate(linesOfEnding)).toBe(1);
    },
  );
});

/** Lines that the words before the last digits are on, with the digits. */
function linesOfEnding(label: Element): number {
  const ending = /[^\s（(]+\u00a08833/u.exec(label.textContent ?? '');
  if (!ending) return 0;
  const range = document.createRange();
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const end = ending.index + ending[0].length;
  let before = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const after = before + (node.textContent ?? '').length;
    if (before <= ending.index && ending.index < after) range.setStart(node, ending.index - before);
    if (before < end && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

describe.each(LANGUAGES)('what was tapped, in %s,', (language) => {
  const spoken = speakerOf(language);
  const account = spoken.texts.pay.debit.account('Victoria Harbour Bank', '8833');
  const card = spoken.texts.pay.receipt.cardEnding('Visa', '4242');

  it.each([
    ['processing-saved-debit', account],
    ['failed-saved-debit', account],
    ['success-saved-debit', account],
    ['failed-saved-card', card],
  ])('what was tapped is named by %s', async (name, words) => {
    const entry = PAY_GALLERY.find((known) => known.name === name);
    if (!entry) throw new Error(`the gallery has no ${name}`);
    const context = await hosted.payer({ locale: spoken.locale });
    const { page } = await visit(entry, {
      site: hosted.site,
      tab: await context.newPage(),
      speaker: spoken,
    });
    expect(await page.getByText(words, { exact: true }).count()).toBe(1);
  });
});

describe('the card number of the test line', () => {
  it.each(LANGUAGES)(
    'the card number of the test line stays in one piece on phones in %s',
    async (language) => {
      const speaker = speakerOf(language);
      const page = await (await hosted.payer({ locale: speaker.locale })).newPage();
      await page.goto(hosted.site.open('pay', 'success', speaker.views.pay).url);
      const number = page.locator('.test-mode .unbroken');
      await number.waitFor();
      expect(await number.textContent()).toBe('4242 4242 4242 4242');
      for (const width of [320, 360, 375, 390, 412, 430]) {
        await page.setViewportSize({ width, height: 700 });
        expect([width, await number.evaluate((node) => node.getClientRects().length)]).toEqual([
          width,
          1,
        ]);
      }
    },
  );
});
