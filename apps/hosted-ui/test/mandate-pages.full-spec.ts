import { jest } from '@jest/globals';
import { currencyExponent } from '@towpath/kernel';
import { ORDINARY_MANDATE } from '../dev/fake/mandate/mandate-scenarios.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { SIZES, visit } from '../dev/walk/gallery.js';
import { LANGUAGES } from '../src/shared/i18n/languages.js';
import { amountText } from '../src/pages/mandate/flow/written.js';
import { HostedSite } from './hosted-site.js';

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

function entryNamed(name: string) {
  const entry = MANDATE_GALLERY.find((known) => known.name === name);
  if (!entry) throw new Error(`the gallery has no ${name}`);
  return entry;
}

describe.each(LANGUAGES)('what is agreed to, in %s', (language) => {
  const speaker = speakerOf(language);
  const open = async (name: string) => {
    const context = await hosted.payer({ viewport: SIZES.phone, locale: speaker.locale });
    const { page } = await visit(entryNamed(name), {
      site: hosted.site,
      tab: await context.newPage(),
      speaker,
    });
    return page;
  };

  it('the statement breaks no amount and no day on phones', async () => {
    const page = await open('consent');
    const pieces = page.locator('.statement .unbroken');
    expect(await pieces.count()).toBe(4);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await pieces.evaluateAll((all) =>
        all.map((piece) => new Set([...piece.getClientRects()].map(({ top }) => top)).size),
      );
      expect([width, ...lines]).toEqual([width, 1, 1, 1, 1]);
    }
  });

  it('the agreed limit stays in sight with the payer’s own limit beside it', async () => {
    const page = await open('login-limit');
    const { summary } = speaker.texts.mandate;
    const { currency, transaction_limits: limits } =
      speaker.views.mandate.mandate_details ?? ORDINARY_MANDATE.mandate_details;
    const amount = (minor: number) => amountText(minor, currency, [speaker.locale]);
    const [agreed, own] = await page.locator('.limits li').allTextContents();
    expect(agreed).toBe(summary.perPayment(amount(limits?.max_transaction_amount ?? 0)));
    expect(own).toBe(summary.ownLimit(amount(80 * 10 ** currencyExponent(currency))));
  });
});

describe('a limit of the payer’s own, where nothing was agreed', () => {
  it('a limit of the payer’s own is the only one where nothing was agreed', async () => {
    const context = await hosted.payer();
    const entry = entryNamed('success-limit-alone');
    const { page } = await visit(entry, {
      site: hosted.site,
      tab: await context.newPage(),
      speaker: speakerOf('en'),
    });
    const limits = await page.locator('.limits li').allTextContents();
    expect(limits).toEqual(['Your own limit: HK$80.00 per payment']);
  });
});

describe('the receipt', () => {
  it.each(LANGUAGES)(
    'the receipt breaks no amount and no reference on phones in %s',
    async (language) => {
      const entry = entryNamed('success-limit');
      const speaker = speakerOf(language);
      const context = await hosted.payer({ viewport: SIZES.phone, locale: speaker.locale });
      const { page } = await visit(entry, {
        site: hosted.site,
        tab: await context.newPage(),
        speaker,
      });
      for (const width of [360, 390, 430]) {
        await page.setViewportSize({ width, height: 800 });
        const lines = await page.locator('.receipt dd').evaluateAll((values) =>
          values.map((value) => {
            const text = document.createRange();
            text.selectNodeContents(value);
            return new Set([...text.getClientRects()].map(({ top }) => top)).size;
          }),
        );
        expect(lines).toEqual([1, 1, 1, 1]);
      }
    },
  );
});
