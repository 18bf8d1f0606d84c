import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { FakeSite } from '../fake/fake-site.js';
import { SIZES } from '../walk/visit.js';
import { type Album, albums, type Entry } from './albums.js';
import { drawSheets } from './contact-sheet.js';
import { LOOKS, type Look, nameOf, turnTo } from './looks.js';
import { lendFonts } from './noto-fonts.js';

export interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Matches the names of the screens to take. */
  readonly only: RegExp;
  /** `pay`, `mandate`; both when null. */
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
  readonly album: Album;
  readonly folder: string;
  readonly looks: readonly Look[];
  readonly isOver: () => boolean;
}

const STEP_DEADLINE_MS = 30_000;
/** Browser tabs at one time. */
const AT_ONCE = 3;

/**
 * A picture of every screen of both pages in every language, size and scheme, each album in a folder
 * of its own under `.cache/screenshots`, and contact sheets of each.
 */
export async function takeScreenshots(session: Session): Promise<Taken> {
  const { appDir, browser } = session;
  const root = join(appDir, '.cache/screenshots');
  const endMs = performance.now() + session.minutes * 60_000;
  const looks = LOOKS.filter((look) => session.looks?.includes(nameOf(look)) ?? true);
  const site = new FakeSite(appDir);
  await site.start();
  let pictures = 0;
  const missing: string[] = [];
  try {
    for (const album of albumsFor(session, site)) {
      const folder = join(root, album.page, album.speaker.language);
      await mkdir(folder, { recursive: true });
      const isOver = () => performance.now() > endMs;
      const taken = await takeAlbum({ browser, album, folder, looks, isOver });
      pictures += taken.length * looks.length;
      const left = album.entries.filter((entry) => !taken.includes(entry));
      missing.push(...left.map(({ name }) => `${album.page}/${album.speaker.language}/${name}`));
    }
  } finally {
    await site.stop();
  }
  return { folder: root, pictures, missing };
}

function albumsFor({ only, pages, languages }: Session, site: FakeSite): Album[] {
  return albums(site)
    .filter(({ page }) => pages?.includes(page) ?? true)
    .filter(({ speaker }) => languages?.includes(speaker.language) ?? true)
    .map((album) => ({ ...album, entries: album.entries.filter(({ name }) => only.test(name)) }));
}

/** The screens of the album that were taken, in its order. */
async function takeAlbum(studio: Studio): Promise<Entry[]> {
  const { browser, album, folder, looks, isOver } = studio;
  const queue = album.entries.values();
  const reached = new Set<Entry>();
  const take = async () => {
    for (const entry of queue) {
      if (isOver()) return;
      if (await pictures(entry, studio)) reached.add(entry);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  const taken = album.entries.filter((entry) => reached.has(entry));
  for (const look of looks) {
    const files = taken.map(({ name }) => fileOf(name, look));
    await drawSheets(files, { browser, folder, look, name: `sheet.${nameOf(look)}` });
  }
  return taken;
}

/** The screen in every look. False when it was not reached; why is printed. */
async function pictures(entry: Entry, studio: Studio): Promise<boolean> {
  const { album, looks } = studio;
  const visits = entry.fleeting ? looks.map((look) => [look]) : [looks];
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
  { browser, album, folder }: Studio,
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
    const { page } = await entry.open(context);
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
