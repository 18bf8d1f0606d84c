import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { LANGUAGES } from '../../src/i18n/catalogue.js';
import { FakeSite } from '../fake/fake-site.js';
import { GALLERY, type GalleryEntry } from '../walk/gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';
import { SIZES, visit } from '../walk/visit.js';
import { contactSheet } from './contact-sheet.js';
import { lendFonts } from './noto-fonts.js';

type Size = keyof typeof SIZES;

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Matches the names of the entries to take. */
  readonly only: RegExp;
  /** All when null. */
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
 * A picture of every screen in every language, size and scheme, and a sheet of them for each look.
 * Returns the folder, `.cache/screenshots`.
 */
export async function takeScreenshots(session: Session): Promise<string> {
  const { appDir, browser, only, languages, looks } = session;
  const root = join(appDir, '.cache/screenshots');
  const site = new FakeSite(appDir);
  await site.start();
  try {
    for (const language of LANGUAGES.filter((known) => languages?.includes(known) ?? true)) {
      const speaker = speakerOf(language);
      const folder = join(root, language);
      await mkdir(folder, { recursive: true });
      const wanted = looksOf(speaker).filter((look) => looks?.includes(suffixOf(look)) ?? true);
      for (const look of wanted) {
        const entries = GALLERY.filter(({ name }) => only.test(name));
        const queue = entries.values();
        const take = async () => {
          for (const entry of queue) await picture(entry, { site, browser, folder, look });
        };
        await Promise.all(Array.from({ length: AT_ONCE }, take));
        const files = entries.map(({ name }) => fileOf(name, look));
        await writeFile(join(folder, `${suffixOf(look)}.html`), contactSheet(files, look.size));
      }
    }
  } finally {
    await site.stop();
  }
  return root;
}

function looksOf(speaker: Speaker): Look[] {
  return (['phone', 'desktop'] as const).flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ speaker, size, colorScheme })),
  );
}

interface Studio {
  readonly site: FakeSite;
  readonly browser: Browser;
  readonly folder: string;
  readonly look: Look;
}

async function picture(entry: GalleryEntry, studio: Studio): Promise<void> {
  const { site, browser, folder, look } = studio;
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
    const { page } = await visit(entry, { site, context, speaker });
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
