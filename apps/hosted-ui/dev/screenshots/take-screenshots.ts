import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/shared/i18n/languages.js';
import { FakeSite } from '../fake/fake-site.js';
import { Shop } from '../fake/shop.js';
import { type Entry, SIZES, visit } from '../walk/gallery.js';
import { LINK_GALLERY } from '../walk/link-gallery.js';
import { MANDATE_GALLERY } from '../walk/mandate-gallery.js';
import { PAY_GALLERY } from '../walk/pay-gallery.js';
import { type Speaker, speakerOf } from '../walk/speakers.js';
import { lendFonts } from './noto-fonts.js';
import { readFile, writeFile } from 'node:fs/promises';

interface Look {
  readonly size: keyof typeof SIZES;
  readonly colorScheme: 'light' | 'dark';
}

const LOOKS = [
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
] as const satisfies readonly Look[];

const ORIGIN = 'https://sheets.test';

/** Of one picture on a sheet, in pixels. */
const WIDTHS = { phone: 300, desktop: 512 } as const;

/** Pictures on one sheet, two screens in five languages: more cannot be seen at once. */
const MOST = 10;

const SHEET_WIDTH = 1_584;

interface Sheets {
  readonly browser: Browser;
  /** Where the pictures are, and the sheets come to. */
  readonly folder: string;
  readonly look: Look;
  /** What the sheets are called; a number from 01 follows. */
  readonly name: string;
}

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Of the names of pictures, such as `pay/zh-Hans/failed-declined.phone.dark`. */
  readonly only: RegExp;
}

/** One visit, and the looks in which it is taken. */
interface Sitting {
  readonly entry: Entry;
  readonly speaker: Speaker;
  readonly looks: readonly Look[];
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
  const taken = new Set<string>();
  const sittings = sittingsFor(only);
  const queue = sittings.values();
  const work = async () => {
    for (const sitting of queue) await take(sitting, { browser, site, shop, folder, taken });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all([site.stop(), shop.stop()]);
  const all = sittings.flatMap((sitting) => sitting.looks.map((look) => fileOf(sitting, look)));
  for (const page of ['pay', 'mandate', 'link']) {
    for (const look of LOOKS) {
      const end = `.${nameOf(look)}.png`;
      const files = all.filter((file) => file.startsWith(page) && file.endsWith(end));
      const drawn = files.filter((file) => taken.has(file));
      await drawSheets(drawn, { browser, folder, look, name: `${page}.${nameOf(look)}` });
    }
  }
  return all.length - taken.size;
}

/** Screen after screen, each in all languages. */
function sittingsFor(only: RegExp): Sitting[] {
  return [...PAY_GALLERY, ...MANDATE_GALLERY, ...LINK_GALLERY]
    .flatMap((entry) =>
      LANGUAGES.flatMap((language) => {
        const speaker = speakerOf(language);
        const looks = LOOKS.filter((look) => only.test(fileOf({ entry, speaker }, look)));
        const visits = FLEETING.test(entry.name) ? looks.map((look) => [look]) : [looks];
        return visits.map((each) => ({ entry, speaker, looks: each }));
      }),
    )
    .filter(({ looks }) => looks.length > 0);
}

interface Studio {
  readonly browser: Browser;
  readonly site: FakeSite;
  readonly shop: Shop;
  readonly folder: string;
  readonly taken: Set<string>;
}

/** Takes the pictures of one visit; prints why a screen was not reached. */
async function take(sitting: Sitting, { browser, site, shop, folder, taken }: Studio) {
  const { entry, speaker, looks } = sitting;
  const [first = LOOKS[0]] = looks;
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
    for (const look of looks) {
      const file = fileOf(sitting, look);
      await turnTo(page, look);
      await page.screenshot({ path: join(folder, file), fullPage: true });
      taken.add(file);
    }
  } catch (error) {
    process.stderr.write(`${entry.page}/${speaker.language}/${entry.name}: ${String(error)}\n`);
  } finally {
    await context.close();
  }
}

function fileOf({ entry, speaker }: Pick<Sitting, 'entry' | 'speaker'>, look: Look): string {
  return `${entry.page}/${speaker.language}/${entry.name}.${nameOf(look)}.png`;
}

/** Pictures of one look side by side, in the order of `files`, on sheets that are each seen at once. */
async function drawSheets(files: readonly string[], sheets: Sheets): Promise<void> {
  const { browser, folder, look, name } = sheets;
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 400 } });
  try {
    await page.route(`${ORIGIN}/**/*.png`, async (route) => {
      const file = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      await route.fulfill({ contentType: 'image/png', body: await readFile(join(folder, file)) });
    });
    await page.route(`${ORIGIN}/sheet`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    for (let first = 0, number = 1; first < files.length; first += MOST, number += 1) {
      await page.goto(`${ORIGIN}/sheet`);
      await page.setContent(sheetOf(files.slice(first, first + MOST), look));
      const image = await page.screenshot({ type: 'png', fullPage: true });
      const file = `${name}.${String(number).padStart(2, '0')}.png`;
      await writeFile(join(folder, file), image);
    }
  } finally {
    await page.close();
  }
}

function sheetOf(files: readonly string[], { size }: Look): string {
  const figures = files.map(
    (file) =>
      `<figure><img src="${ORIGIN}/${encodeURI(file)}" width="${WIDTHS[size]}" alt="">
       <figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 12px;
      font: 14px sans-serif; background: #888; }
    figure { margin: 0; width: ${WIDTHS[size]}px } img { display: block }
    figcaption { overflow: hidden; white-space: nowrap }
  </style>${figures.join('\n')}`;
}

/** `phone.light` */
function nameOf({ size, colorScheme }: Look): string {
  return `${size}.${colorScheme}`;
}

/** Turns a page to a look, frames too, and waits until it is drawn that way. */
async function turnTo(page: Page, { size, colorScheme }: Look): Promise<void> {
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
