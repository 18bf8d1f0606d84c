import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { FakeSite } from '../fake/fake-site.js';
import { GALLERY, type GalleryEntry } from '../walk/gallery.js';
import { SIZES, visit } from '../walk/visit.js';

type Size = keyof typeof SIZES;

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Part of an entry's name; empty means all. */
  readonly only: RegExp;
}

/** A picture of every screen in every size and scheme, under `.cache/screenshots`. */
export async function takeScreenshots({ appDir, browser, only }: Session): Promise<void> {
  const folder = join(appDir, '.cache/screenshots');
  await mkdir(folder, { recursive: true });
  const site = new FakeSite(appDir);
  await site.start();
  try {
    for (const size of ['phone', 'desktop'] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const entry of GALLERY.filter(({ name }) => only.test(name))) {
          await take(entry, { site, browser, size, colorScheme, folder });
        }
      }
    }
  } finally {
    await site.stop();
  }
}

interface Studio {
  readonly site: FakeSite;
  readonly browser: Browser;
  readonly size: Size;
  readonly colorScheme: 'light' | 'dark';
  readonly folder: string;
}

async function take(entry: GalleryEntry, studio: Studio): Promise<void> {
  const { site, browser, size, colorScheme, folder } = studio;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
    locale: 'en-HK',
  });
  const { page } = await visit(entry, { site, context });
  const path = join(folder, `${entry.name}.${size}.${colorScheme}.png`);
  await page.screenshot({ path, fullPage: true });
  await context.close();
}
