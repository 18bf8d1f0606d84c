import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { type Entry, SIZES } from '../dev/walk/gallery.js';
import type { Visitor } from '../dev/walk/visitors.js';
import type { HostedSite } from './hosted-site.js';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The phone is last: axe looks at it. */
const WIDTHS = [320, SIZES.desktop.width, SIZES.phone.width];

interface Inspected {
  readonly axe: typeof axe;
}

/** Where the visitor is in a field, pressed a button that stays, or the screen came by going back. */
const FOCUS_ELSEWHERE =
  /^loading$|^form-(filled|error)$|^session-ending-failed$|-(found|none|narrowed|failed|down|not-offered|not-sent|faults|refused|sending|typed|changed)$/;

/** What a sound screen of this entry is found to be by {@link inspect}. */
export function soundScreen({ name }: Entry): object {
  const isHeadingFocused = FOCUS_ELSEWHERE.test(name) ? (expect.any(Boolean) as unknown) : true;
  return { isHeadingFocused, tooWideAt: [], violations: [], contrastInTheDark: [] };
}

/** A visitor on a phone, with the faults that scripts and the console tell. */
export async function watchedVisitor(
  hosted: HostedSite,
  locale = 'en-HK',
): Promise<{ context: BrowserContext; faults: string[] }> {
  const context = await hosted.payer({ viewport: SIZES.phone, reducedMotion: 'reduce', locale });
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    // Answers with an error status are part of the scenarios.
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  return { context, faults };
}

/**
 * Looks at a screen from 320 pixels up, in light and dark. One visit and one whole run of axe are
 * enough: a screen is resized to each width, and only colours differ in the dark.
 */
export async function inspect({ page, heading }: Visitor): Promise<object> {
  const isHeadingFocused = await heading.evaluate((node) => node === document.activeElement);
  const tooWideAt: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if ((await overflow(page)) > 0) tooWideAt.push(width);
  }
  await page.evaluate(axe.source);
  const violations = await violationsOf(page, { type: 'tag', values: STANDARDS });
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrastInTheDark = await violationsOf(page, { type: 'rule', values: ['color-contrast'] });
  return { isHeadingFocused, tooWideAt, violations, contrastInTheDark };
}

/** Pixels that a page is wider than its window; 0 or less where nothing scrolls sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The frame of the card fields stays out: it is the gateway's page, and axe waits for its answer. */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<object[]> {
  const violations = await page.evaluate(
    async (options) =>
      (await (window as unknown as Inspected).axe.run(document, options)).violations,
    { runOnly, iframes: false, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
