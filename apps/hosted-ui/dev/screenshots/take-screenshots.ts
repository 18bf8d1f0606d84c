import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/i18n/catalogue.js';
import { FakeSite } from '../fake/fake-site.js';
import { GALLERY } from '../walk/gallery.js';
import { MANDATE_GALLERY } from '../walk/mandate-gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';
import { visitMandate } from '../walk/visit-mandate.js';
import { SIZES, visit } from '../walk/visit.js';
import { contactSheet } from './contact-sheet.js';
import { lendFonts } from './noto-fonts.js';

type Size = keyof typeof SIZES;

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Matches the names of the entries to take. */
  readonly only: RegExp;
  /** All, and the mandate page (`mandate`), when null. */
  readonly languages: readonly string[] | null;
  /** `phone.light`, `desktop.dark`; all when null. */
  readonly looks: readonly string[] | null;
}

interface Look {
  readonly speaker: Speaker;
  readonly size: Size;
  readonly colorScheme: 'light' | 'dark';
}

const STEP_DEADLINE_MS = 30_000;
/** Browser tabs at one time. */
const AT_ONCE = 3;

/**
 * A picture of every screen in every language, size and scheme, and a sheet of them for each look;
 * of the mandate page too, whose gallery speaks the languages itself. Returns the folder,
 * `.cache/screenshots`.
 */
export async function takeScreenshots(session: Session): Promise<string> {
  const { appDir, browser, languages, looks } = session;
  const root = join(appDir, '.cache/screenshots');
  const site = new FakeSite(appDir);
  await site.start();
  try {
    const wanted = albums(site).filter(({ name }) => languages?.includes(name) ?? true);
    for (const album of wanted) {
      const folder = join(root, album.name);
      await mkdir(folder, { recursive: true });
      for (const look of looksOf(album.speaker)) {
        if (!(looks?.includes(suffixOf(look)) ?? true)) continue;
        const entries = album.entries.filter(({ name }) => session.only.test(name));
        await takeAll(entries, { browser, folder, look });
        const files = entries.map(({ name }) => fileOf(name, look));
        await writeFile(join(folder, `${suffixOf(look)}.html`), contactSheet(files, look.size));
      }
    }
  } finally {
    await site.stop();
  }
  return root;
}

/** A screen, and the way to it in a tab of its own. */
interface Entry {
  readonly name: string;
  readonly open: (context: BrowserContext) => Promise<{ readonly page: Page }>;
}

interface Album {
  readonly name: string;
  readonly speaker: Speaker;
  readonly entries: readonly Entry[];
}

function albums(site: FakeSite): Album[] {
  const payments = LANGUAGES.map((language): Album => {
    const speaker = speakerOf(language);
    const entries = GALLERY.map((entry) => ({
      name: entry.name,
      open: (context: BrowserContext) => visit(entry, { site, context, speaker }),
    }));
    return { name: language, speaker, entries };
  });
  const mandates = MANDATE_GALLERY.map((entry) => ({
    name: entry.name,
    open: (context: BrowserContext) => visitMandate(entry, { site, context }),
  }));
  return [...payments, { name: 'mandate', speaker: speakerOf('en'), entries: mandates }];
}

async function takeAll(entries: readonly Entry[], studio: Studio): Promise<void> {
  const queue = entries.values();
  const take = async () => {
    for (const entry of queue) await picture(entry, studio);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

function looksOf(speaker: Speaker): Look[] {
  return (['phone', 'desktop'] as const).flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ speaker, size, colorScheme })),
  );
}

interface Studio {
  readonly browser: Browser;
  readonly folder: string;
  readonly look: Look;
}

async function picture(entry: Entry, studio: Studio): Promise<void> {
  const { browser, folder, look } = studio;
  const { speaker, size, colorScheme } = look;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme,
    reducedMotion: 'reduce',
    locale: speaker.locale,
    bypassCSP: true,
  });
  context.setDefaultTimeout(STEP_DEADLINE_MS);
  try {
    await lendFonts(context, speaker.language);
    const { page } = await entry.open(context);
    for (const frame of page.frames())
      await frame.evaluate(() => document.fonts.ready.then(() => 0));
    await page.screenshot({ path: join(folder, fileOf(entry.name, look)), fullPage: true });
  } catch (cause) {
    const what = `${entry.name} (${speaker.language}, ${size}, ${colorScheme})`;
    throw new Error(`no picture of ${what}`, { cause });
  } finally {
    await context.close();
  }
}

function suffixOf({ size, colorScheme }: Look): string {
  return `${size}.${colorScheme}`;
}

function fileOf(name: string, look: Look): string {
  return `${name}.${suffixOf(look)}.png`;
}
