import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { speakerOf } from '../dev/walk/speakers.js';
import { visit } from '../dev/walk/gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { contrastRatio } from '../src/shared/theme/accent.js';
import { HostedSite } from './hosted-site.js';

const SCHEMES = ['light', 'dark'] as const;

jest.setTimeout(60_000);

let hosted: HostedSite;
const speaker = speakerOf('en');

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

describe('a wallet', () => {
  it.each([
    ['wallet-only', 0],
    ['form-saved-card', 1],
  ])('the page speaks of card numbers only where one is typed: %s', async (name, times) => {
    const page = await shown(name);
    expect(await page.getByText('Your card details go straight').count()).toBe(times);
  });
});

/** A screen of the gallery by its name, in English. */
async function shown(name: string): Promise<Page> {
  const entry = PAY_GALLERY.find((known) => known.name === name);
  if (!entry) throw new Error(`the gallery has no ${name}`);
  const context = await hosted.payer();
  const { page } = await visit(entry, { site: hosted.site, tab: await context.newPage(), speaker });
  return page;
}

describe('the form under one-tap methods', () => {
  it.each([
    ['form-wallet', 'Or pay by card'],
    ['form-saved-card', 'Or pay with another card'],
    ['debit-or-card-setup', 'Or save a card'],
  ])(
    'the form under methods of one tap says what the card is beside them: %s',
    async (name, heading) => {
      const page = await shown(name);
      expect(await page.locator('h2.or').textContent()).toBe(heading);
    },
  );
});

describe('the line about test mode', () => {
  it.each([
    ['debit-offer', '4242 4242 4242 4242'],
    ['debit-login', 'usergood'],
    ['debit-success', null],
    ['wallet-only', null],
    ['used-up-card', null],
  ])('the line about test mode says what the step takes: %s', async (name, word) => {
    const page = await shown(name);
    const line = await page.locator('.test-mode').textContent();
    if (word) expect(line).toContain(word);
    else expect(line).toBe('Test mode. No real money moves.');
  });
});

describe('the label above the amount', () => {
  it.each([
    ['form', 'Amount to pay'],
    ['failed-declined', 'Amount to pay'],
    ['failed-late-money', 'Amount'],
    ['used-up', 'Amount'],
    ['success', 'Amount'],
  ])(
    'the label above the amount asks for it only while it can be paid: %s',
    async (name, label) => {
      const page = await shown(name);
      expect(await page.locator('.due .aside').textContent()).toBe(label);
    },
  );
});

describe('the brands of cards that are taken', () => {
  it.each(['form', 'form-saved-card'])(
    'the brands that are taken stand above the card form of %s',
    async (name) => {
      const page = await shown(name);
      const marks = page.getByRole('list', { name: 'Accepted cards' }).getByRole('img');
      expect(await marks.count()).toBe(5);
      const [brands, fields] = await Promise.all(
        ['.brands', '.card-fields'].map((place) => page.locator(place).boundingBox()),
      );
      expect((brands?.y ?? 0) + (brands?.height ?? 0)).toBeLessThanOrEqual(fields?.y ?? 0);
    },
  );
});

describe('a button that cannot be used yet', () => {
  it.each(SCHEMES)(
    'a button that cannot be used yet can be read in the %s scheme',
    async (colorScheme) => {
      const entry = PAY_GALLERY.find(({ name }) => name === 'rate-limited');
      if (!entry) throw new Error('the gallery has no pause');
      const context = await hosted.payer({ colorScheme });
      const { mainButton } = await visit(entry, {
        site: hosted.site,
        tab: await context.newPage(),
        speaker,
      });
      const colours = await mainButton.evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        return [color, backgroundColor] as const;
      });
      expect(contrastRatio([hexOf(colours[0]), hexOf(colours[1])])).toBeGreaterThan(4.5);
    },
  );
});

/** `rgb(1, 2, 3)` as `#010203`. */
function hexOf(colour: string): string {
  const parts = colour.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
