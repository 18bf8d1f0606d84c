import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type Entry, SIZES } from '../dev/walk/gallery.js';
import type { Visitor } from '../dev/walk/visitors.js';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NARROW = { width: 320, height: 568 };
/** Each one changes little of the one before. The phone is last: axe inspects it. */
const LOOKS = [
  ['narrow', NARROW, 'light'],
  ['desktop', SIZES.desktop, 'light'],
  ['desktop', SIZES.desktop, 'dark'],
  ['phone', SIZES.phone, 'dark'],
  ['phone', SIZES.phone, 'light'],
] as const;

interface Inspected {
  readonly axe: typeof axe;
}

/** Where the visitor is in a field, pressed a button that stays, or the screen came by going back. */
const FOCUS_ELSEWHERE =
  /^loading$|^(form|processor)-(filled|error|unanswered)$|^session-ending-failed$|-(found|none|narrowed|failed|down|not-offered|not-sent|faults|refused|sending|typed|changed)$/;

/** What a sound screen of this entry is found to be by {@link inspect}. */
export function soundScreen({ name }: Entry): object {
  const isHeadingFocused = FOCUS_ELSEWHERE.test(name) ? (expect.any(Boolean) as unknown) : true;
  return { isHeadingFocused, tooWideIn: [], violations: [], contrastInTheDark: [] };
}

/**
 * Inspects a screen in each look. One visit is enough: a screen is resized to each width, and one
 * whole run of axe is enough: only colours differ in the dark.
 */
export async function inspect({ page, heading }: Visitor): Promise<object> {
  const isHeadingFocused = await heading.evaluate((node) => node === document.activeElement);
  const tooWideIn = await looksThatOverflow(page);
  await page.evaluate(axe.source);
  const violations = await violationsOf(page, { type: 'tag', values: STANDARDS });
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrastInTheDark = await violationsOf(page, { type: 'rule', values: ['color-contrast'] });
  return { isHeadingFocused, tooWideIn, violations, contrastInTheDark };
}

/** The looks in which a page scrolls sideways. It has the look of a light phone afterwards. */
export async function looksThatOverflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [name, size, colorScheme] of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    if ((await overflow(page)) > 0) found.push(`${name}.${colorScheme}`);
  }
  return found;
}

/** Pixels that a page is wider than its window; 0 or less where nothing scrolls sideways. */
function overflow(page: Page): Promise<number> {
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
