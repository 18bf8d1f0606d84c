import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SCENARIO_NAMES } from '../dev/fake/scenarios.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { SIZES, visit } from '../dev/walk/gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { LANGUAGES } from '../src/shared/i18n/languages.js';
import { contrastRatio } from '../src/shared/theme/accent.js';
import { HostedSite } from './hosted-site.js';
import { inspect, overflow, SOUND, watchedVisitor } from './sound-screen.js';

const GALLERY = PAY_GALLERY.filter(({ framed }) => !framed);
const SCHEMES = ['light', 'dark'] as const;
const WITHOUT_HEADING_FOCUS = new Set([
  'loading',
  'form-filled',
  'form-error',
  'form-sending',
  'debit-consent-below-due-faults',
  'session-ending-failed',
]);

jest.setTimeout(60_000);

let hosted: HostedSite;
const speaker = speakerOf('en');

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

describe('every screen, light and dark, from 320 pixels up', () => {
  it.each(GALLERY)('$name', async (entry) => {
    const { context, faults } = await watchedVisitor(hosted);
    const screen = await visit(entry, { site: hosted.site, context, speaker });
    expect(faults).toEqual([]);
    const isHeadingFocused = !WITHOUT_HEADING_FOCUS.has(entry.name) ? true : expect.any(Boolean);
    expect(await inspect(screen)).toEqual({ ...SOUND, isHeadingFocused });
  });
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  const entries = GALLERY.filter(({ name }) =>
    /^(form|(form|processing|failed|success)-saved-debit|failed-funds|session-ended)$/.test(name),
  );

  it.each(entries)('$name fits a narrow phone and names its language', async (entry) => {
    const spoken = speakerOf(language);
    const { locale } = spoken;
    const context = await hosted.payer({ viewport: { width: 320, height: 568 }, locale });
    const { page } = await visit(entry, { site: hosted.site, context, speaker: spoken });
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe('a wallet', () => {
  it.each([
    ['wallet-only', 0],
    ['form-saved-card', 1],
  ])('is told nothing about card numbers unless one is typed: %s', async (name, times) => {
    const page = await shown(name);
    expect(await page.getByText('Your card details go straight').count()).toBe(times);
  });
});

describe('a saved direct debit', () => {
  it.each(LANGUAGES)(
    'is named with its last digits in one piece on phones in %s',
    async (language) => {
      const entry = GALLERY.find(({ name }) => name === 'form-saved-debit');
      if (!entry) throw new Error('the gallery has no saved direct debit');
      const spoken = speakerOf(language);
      const context = await hosted.payer({ viewport: SIZES.phone, locale: spoken.locale });
      const { page } = await visit(entry, { site: hosted.site, context, speaker: spoken });
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

/** A screen of the gallery by its name, in English. */
async function shown(name: string): Promise<Page> {
  const entry = GALLERY.find((known) => known.name === name);
  if (!entry) throw new Error(`the gallery has no ${name}`);
  const context = await hosted.payer();
  const { page } = await visit(entry, { site: hosted.site, context, speaker });
  return page;
}

describe('the form under one-tap methods', () => {
  it.each([
    ['form-wallet', 'Or pay by card'],
    ['form-saved-card', 'Or pay with another card'],
    ['debit-or-card-setup', 'Or save a card'],
  ])('says what the card is beside them: %s', async (name, heading) => {
    const page = await shown(name);
    expect(await page.locator('h2.or').textContent()).toBe(heading);
  });
});

describe('the line about test mode', () => {
  it.each([
    ['debit-offer', '4242 4242 4242 4242'],
    ['debit-login', 'usergood'],
    ['debit-success', null],
    ['wallet-only', null],
    ['used-up-card', null],
  ])('says what the step takes: %s', async (name, word) => {
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
  ])('asks for it only while it can be paid: %s', async (name, label) => {
    const page = await shown(name);
    expect(await page.locator('.due__label').textContent()).toBe(label);
  });
});

describe('the brands of cards that are taken', () => {
  it.each(['form', 'form-saved-card'])('stand above the card form of %s', async (name) => {
    const page = await shown(name);
    const marks = page.getByRole('list', { name: 'Accepted cards' }).getByRole('img');
    expect(await marks.count()).toBe(5);
    const [brands, fields] = await Promise.all(
      ['.brands', '.card-fields'].map((place) => page.locator(place).boundingBox()),
    );
    expect((brands?.y ?? 0) + (brands?.height ?? 0)).toBeLessThanOrEqual(fields?.y ?? 0);
  });
});

describe.each(LANGUAGES)('what was tapped, in %s,', (language) => {
  const spoken = speakerOf(language);
  const account = spoken.texts.debit.account('Victoria Harbour Bank', '8833');
  const card = spoken.texts.receipt.cardEnding('Visa', '4242');

  it.each([
    ['processing-saved-debit', account],
    ['failed-saved-debit', account],
    ['success-saved-debit', account],
    ['failed-saved-card', card],
  ])('is named by %s', async (name, words) => {
    const entry = GALLERY.find((known) => known.name === name);
    if (!entry) throw new Error(`the gallery has no ${name}`);
    const context = await hosted.payer({ locale: spoken.locale });
    const { page } = await visit(entry, { site: hosted.site, context, speaker: spoken });
    expect(await page.getByText(words, { exact: true }).count()).toBe(1);
  });
});

describe('a button that cannot be used yet', () => {
  it.each(SCHEMES)('can be read all the same, %s', async (colorScheme) => {
    const entry = GALLERY.find(({ name }) => name === 'rate-limited');
    if (!entry) throw new Error('the gallery has no pause');
    const context = await hosted.payer({ colorScheme });
    const { mainButton } = await visit(entry, { site: hosted.site, context, speaker });
    const colours = await mainButton.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return [color, backgroundColor] as const;
    });
    expect(contrastRatio([hexOf(colours[0]), hexOf(colours[1])])).toBeGreaterThan(4.5);
  });
});

describe('the gallery', () => {
  it('visits every scenario that changes what is seen', () => {
    const visited = new Set(PAY_GALLERY.map(({ scenario }) => scenario));
    const behaviourOnly = ['processing', 'answer_lost', 'link_gone', 'session_ended'];
    expect(SCENARIO_NAMES.filter((name) => !visited.has(name)).sort()).toEqual(
      behaviourOnly.sort(),
    );
  });
});

/** `rgb(1, 2, 3)` as `#010203`. */
function hexOf(colour: string): string {
  const parts = colour.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
