import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/shared/i18n/languages.js';
import { FakeSite } from '../fake/fake-site.js';
import { Shop } from '../fake/shop.fixture.js';
import { type Entry, SIZES, visit } from '../walk/gallery.js';
import { LINK_GALLERY } from '../walk/link-gallery.js';
import { MANDATE_GALLERY } from '../walk/mandate-gallery.js';
import { PAY_GALLERY } from '../walk/pay-gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';
import { lendFonts } from './noto-fonts.js';

const VARIANTS = [
  { name: 'phone.light', size: 'phone', colorScheme: 'light' },
  { name: 'phone.dark', size: 'phone', colorScheme: 'dark' },
  { name: 'desktop.light', size: 'desktop', colorScheme: 'light' },
  { name: 'desktop.dark', size: 'desktop', colorScheme: 'dark' },
] as const;

type Variant = (typeof VARIANTS)[number];

/** One visit, and the variants in which it is taken. */
interface Sitting {
  readonly entry: Entry;
  readonly speaker: Speaker;
  readonly variants: readonly Variant[];
}

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Of the names of pictures, such as `pay/zh-Hans/failed-declined.phone.dark`. */
  readonly only: RegExp;
}

interface Studio {
  readonly browser: Browser;
  readonly site: FakeSite;
  readonly shop: Shop;
  readonly folder: string;
  /** The files that were made. */
  readonly taken: Set<string>;
}

/** These go by themselves, so that one visit is good for one picture. */
const FLEETING = /-sending$|^processing$|^success-auto$|^connected-auto$/;
const STEP_DEADLINE_MS = 30_000;
/** Browser tabs at one time. */
const AT_ONCE = 3;

/**
 * A picture of every screen in every language, size and scheme, under `.cache/screenshots`, and
 * contact sheets there, with the languages side by side. Returns how many pictures are missing.
 */
export async function takeScreenshots({ appDir, browser, only }: Session): Promise<number> {
  const folder = join(appDir, '.cache/screenshots');
  const site = new FakeSite(appDir);
  await site.start();
  // Of another site than the page's, as shops are.
  const shop = await Shop.start('localhost');
  site.embeddingOrigins = [shop.origin];
  const studio: Studio = { browser, site, shop, folder, taken: new Set() };
  const sittings = sittingsFor(only);
  const queue = sittings.values();
  const work = async () => {
    for (const sitting of queue) await take(sitting, studio);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all([site.stop(), shop.stop()]);
  const all = sittings.flatMap((each) => each.variants.map((variant) => fileOf(each, variant)));
  const drawn = all.filter((file) => studio.taken.has(file));
  for (const page of ['pay', 'mandate', 'link']) {
    for (const variant of VARIANTS) {
      const end = `.${variant.name}.png`;
      const files = drawn.filter((file) => file.startsWith(page) && file.endsWith(end));
      await drawSheets(files, studio, {
        name: `${page}.${variant.name}`,
        width: WIDTHS[variant.size],
      });
    }
  }
  return all.length - drawn.length;
}

/** Screen after screen, each in all languages. */
function sittingsFor(only: RegExp): Sitting[] {
  return [...PAY_GALLERY, ...MANDATE_GALLERY, ...LINK_GALLERY]
    .flatMap((entry) =>
      LANGUAGES.flatMap((language) => {
        const speaker = speakerOf(language);
        const variants = VARIANTS.filter((each) => only.test(fileOf({ entry, speaker }, each)));
        const visits = FLEETING.test(entry.name) ? variants.map((each) => [each]) : [variants];
        return visits.map((each) => ({ entry, speaker, variants: each }));
      }),
    )
    .filter(({ variants }) => variants.length > 0);
}

/** Takes the pictures of one visit; prints why a screen was not reached. */
async function take(sitting: Sitting, { browser, site, shop, folder, taken }: Studio) {
  const { entry, speaker, variants } = sitting;
  const [first = VARIANTS[0]] = variants;
  const context = await browser.newContext({
    viewport: SIZES[first.size],
    colorScheme: first.colorScheme,
    reducedMotion: 'reduce',
    locale: speaker.locale,
    bypassCSP: true,
  });
  context.setDefaultTimeout(STEP_DEADLINE_MS);
  try {
    await lendFonts(context, speaker.language);
    const { page } = await visit(entry, { site, shop, tab: await context.newPage(), speaker });
    for (const variant of variants) {
      const file = fileOf(sitting, variant);
      await turnTo(page, variant);
      await page.screenshot({ path: join(folder, file), fullPage: true });
      taken.add(file);
    }
  } catch (error) {
    process.stderr.write(`${entry.page}/${speaker.language}/${entry.name}: ${String(error)}\n`);
  } finally {
    await context.close();
  }
}

function fileOf({ entry, speaker }: Omit<Sitting, 'variants'>, { name }: Variant): string {
  return `${entry.page}/${speaker.language}/${entry.name}.${name}.png`;
}

/** Turns a page to a variant, frames too, and waits until it is drawn that way. */
async function turnTo(page: Page, { size, colorScheme }: Variant): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme });
  for (const frame of page.frames()) {
    await frame.evaluate(async () => {
      await document.fonts.ready;
      for (let drawn = 0; drawn < 3; drawn += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
  }
}

/** Of one picture on a sheet, in pixels. */
const WIDTHS = { phone: 300, desktop: 512 } as const;
/** Pictures on one sheet, two screens in five languages: more cannot be seen at once. */
const MOST = 10;
const SHEET = { width: 1_584, height: 400 };

/** Pictures of one variant side by side, on sheets that are each seen at once, `NAME.01.png` first. */
async function drawSheets(
  files: readonly string[],
  { browser, folder }: Studio,
  { name, width }: { readonly name: string; readonly width: number },
): Promise<void> {
  const page = await browser.newPage({ viewport: SHEET });
  const sheet = join(folder, 'sheet.html');
  for (let first = 0, number = 1; first < files.length; first += MOST, number += 1) {
    await writeFile(sheet, sheetOf(files.slice(first, first + MOST), width));
    await page.goto(pathToFileURL(sheet).href);
    const file = `${name}.${String(number).padStart(2, '0')}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
  }
  await page.close();
}

function sheetOf(files: readonly string[], width: number): string {
  const figures = files.map(
    (file) =>
      `<figure><img src="${encodeURI(file)}" width="${width}" alt="">
       <figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 12px;
      font: 14px sans-serif; background: #888; }
    figure { margin: 0; width: ${width}px } img { display: block }
    figcaption { overflow: hidden; white-space: nowrap }
  </style>${figures.join('\n')}`;
}
