import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { FakeSite } from '../fake/fake-site.js';
import { Shop } from '../fake/shop.js';
import { type Entry, SIZES, visit } from '../walk/gallery.js';
import { type Album, ALBUMS, isFleeting, PAGES } from './albums.js';
import { drawSheets } from './contact-sheet.js';
import { LOOKS, type Look, nameOf, turnTo } from './looks.js';
import { lendFonts } from './noto-fonts.js';

export interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Matches the names of the screens to take. */
  readonly only: RegExp;
  /** `pay`, `mandate`, `link`; all when null. */
  readonly pages: readonly string[] | null;
  /** All when null. */
  readonly languages: readonly string[] | null;
  /** `phone.light`, `desktop.dark`; all when null. */
  readonly looks: readonly string[] | null;
  /** No screen is begun after so long. */
  readonly minutes: number;
}

export interface Taken {
  readonly folder: string;
  readonly pictures: number;
  /** Screens that were not taken: no time was left, or they were never reached. */
  readonly missing: readonly string[];
}

interface Studio {
  readonly browser: Browser;
  readonly site: FakeSite;
  readonly shop: Shop;
  readonly album: Album;
  readonly folder: string;
  readonly looks: readonly Look[];
  readonly isOver: () => boolean;
}

const STEP_DEADLINE_MS = 30_000;
/** Browser tabs at one time. */
const AT_ONCE = 3;

/**
 * A picture of every screen of every page in every language, size and scheme, each album in a folder
 * of its own under `.cache/screenshots`, and contact sheets there, with the languages side by side.
 */
export async function takeScreenshots(session: Session): Promise<Taken> {
  const { appDir, browser } = session;
  const root = join(appDir, '.cache/screenshots');
  const endMs = performance.now() + session.minutes * 60_000;
  const looks = LOOKS.filter((look) => session.looks?.includes(nameOf(look)) ?? true);
  const site = new FakeSite(appDir);
  await site.start();
  // Of another site than the page's, as shops are.
  const shop = await Shop.start('localhost');
  site.embeddingOrigins = [shop.origin];
  const done: TakenAlbum[] = [];
  const missing: string[] = [];
  try {
    for (const album of albumsFor(session)) {
      const folder = join(root, album.page, album.speaker.language);
      await mkdir(folder, { recursive: true });
      const isOver = () => performance.now() > endMs;
      const taken = await takeAlbum({ browser, site, shop, album, folder, looks, isOver });
      done.push({ album, taken });
      const left = album.entries.filter((entry) => !taken.includes(entry));
      missing.push(...left.map(({ name }) => `${album.page}/${album.speaker.language}/${name}`));
    }
  } finally {
    await Promise.all([site.stop(), shop.stop()]);
  }
  for (const look of looks) await drawLook(done, { browser, folder: root, look });
  const pictures = done.flatMap(({ taken }) => taken).length * looks.length;
  return { folder: root, pictures, missing };
}

interface TakenAlbum {
  readonly album: Album;
  readonly taken: readonly Entry[];
}

/** Sheets of each page in one look: each screen in all its languages, one beside the other. */
async function drawLook(
  albumsTaken: readonly TakenAlbum[],
  sheets: { readonly browser: Browser; readonly folder: string; readonly look: Look },
): Promise<void> {
  for (const page of PAGES) {
    const ofPage = albumsTaken.filter(({ album }) => album.page === page);
    const names = new Set(ofPage.flatMap(({ taken }) => taken.map(({ name }) => name)));
    const files = [...names].flatMap((name) =>
      ofPage
        .filter(({ taken }) => taken.some((entry) => entry.name === name))
        .map(({ album }) => `${page}/${album.speaker.language}/${fileOf(name, sheets.look)}`),
    );
    await drawSheets(files, { ...sheets, name: `${page}.${nameOf(sheets.look)}` });
  }
}

function albumsFor({ only, pages, languages }: Session): Album[] {
  return ALBUMS.filter(({ page }) => pages?.includes(page) ?? true)
    .filter(({ speaker }) => languages?.includes(speaker.language) ?? true)
    .map((album) => ({ ...album, entries: album.entries.filter(({ name }) => only.test(name)) }));
}

/** The screens of the album that were taken, in its order. */
async function takeAlbum(studio: Studio): Promise<Entry[]> {
  const { album, isOver } = studio;
  const queue = album.entries.values();
  const reached = new Set<Entry>();
  const take = async () => {
    for (const entry of queue) {
      if (isOver()) return;
      if (await pictures(entry, studio)) reached.add(entry);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return album.entries.filter((entry) => reached.has(entry));
}

/** The screen in every look. False when it was not reached; why is printed. */
async function pictures(entry: Entry, studio: Studio): Promise<boolean> {
  const { album, looks } = studio;
  const visits = isFleeting(entry) ? looks.map((look) => [look]) : [looks];
  try {
    for (const each of visits) await visitFor(entry, each, studio);
    return true;
  } catch (error) {
    const { page, speaker } = album;
    process.stderr.write(`${page}/${speaker.language}/${entry.name}: ${String(error)}\n`);
    return false;
  }
}

async function visitFor(
  entry: Entry,
  looks: readonly Look[],
  { browser, site, shop, album, folder }: Studio,
): Promise<void> {
  const { speaker } = album;
  const [first] = looks;
  const context = await browser.newContext({
    viewport: SIZES[first?.size ?? 'phone'],
    colorScheme: first?.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    locale: speaker.locale,
    bypassCSP: true,
  });
  context.setDefaultTimeout(STEP_DEADLINE_MS);
  try {
    await lendFonts(context, speaker.language);
    const { page } = await visit(entry, { site, shop, tab: await context.newPage(), speaker });
    for (const look of looks) {
      await turnTo(page, look);
      await page.screenshot({ path: join(folder, fileOf(entry.name, look)), fullPage: true });
    }
  } finally {
    await context.close();
  }
}

function fileOf(name: string, look: Look): string {
  return `${name}.${nameOf(look)}.png`;
}
