import { AxeBuilder } from '@axe-core/playwright';
import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MANDATE_SCENARIOS } from '../dev/fake/mandate/mandate-scenarios.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { visitMandate } from '../dev/walk/visit-mandate.js';
import { SIZES } from '../dev/walk/visit.js';
import { LANGUAGES } from '../src/i18n/catalogue.js';
import { HostedSite } from './hosted-site.js';

const LOOKS = Object.keys(SIZES) as (keyof typeof SIZES)[];
const SCHEMES = ['light', 'dark'] as const;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Where the payer is in a field, or pressed a button that stays. */
const FOCUS_ELSEWHERE = /^loading$|-(found|none|failed|down|faults|refused|sending|typed)$/;

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

describe.each(LOOKS)('every screen of a mandate, %s, light and dark', (size) => {
  it.each(MANDATE_GALLERY)('$name', async (entry) => {
    const context = await hosted.payer({ viewport: SIZES[size], reducedMotion: 'reduce' });
    const faults: string[] = [];
    context.on('weberror', (error) => faults.push(error.error().message));
    context.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
    });

    const payer = await visitMandate(entry, { site: hosted.site, context });

    expect(faults).toEqual([]);
    if (!FOCUS_ELSEWHERE.test(entry.name)) {
      expect(await payer.heading.evaluate((node) => node === document.activeElement)).toBe(true);
    }
    for (const colorScheme of SCHEMES) {
      await payer.page.emulateMedia({ colorScheme });
      expect(await violations(payer.page)).toEqual([]);
      expect(await overflow(payer.page)).toBeLessThanOrEqual(0);
    }
  });
});

describe('the narrowest screen', () => {
  const steps = MANDATE_GALLERY.filter(({ name }) =>
    /^(institution-found|account-faults|consent|consent-long|consent-limit-faults|login|success)$/.test(
      name,
    ),
  );

  it.each(steps)('shows $name at 320 pixels without scrolling sideways', async (entry) => {
    const context = await hosted.payer({ viewport: { width: 320, height: 568 } });
    const { page } = await visitMandate(entry, { site: hosted.site, context });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe('the receipt', () => {
  it.each(LANGUAGES)('breaks no amount and no reference on phones in %s', async (language) => {
    const entry = MANDATE_GALLERY.find(({ name }) => name === 'success-limit');
    if (!entry) throw new Error('the gallery has no receipt');
    const speaker = speakerOf(language);
    const context = await hosted.payer({ viewport: SIZES.phone, locale: speaker.locale });
    const { page } = await visitMandate(entry, { site: hosted.site, context, speaker });
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.locator('.receipt dd').evaluateAll((values) =>
        values.map((value) => {
          const text = document.createRange();
          text.selectNodeContents(value);
          return text.getClientRects().length;
        }),
      );
      expect(lines).toEqual([1, 1, 1, 1]);
    }
  });
});

describe('the gallery of the mandate page', () => {
  it('visits every scenario that changes what is seen', () => {
    const visited = new Set(MANDATE_GALLERY.map(({ scenario }) => scenario));
    const behaviourOnly = ['answer_lost', 'request_lost', 'session_ended'];
    expect(MANDATE_SCENARIOS.filter((name) => !visited.has(name)).sort()).toEqual(behaviourOnly);
  });
});

async function violations(page: Page): Promise<object[]> {
  const found = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
