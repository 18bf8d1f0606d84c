import type { BrowserContext } from 'playwright-core';
import type { FakeSite } from '../fake/fake-site.js';
import type { GalleryEntry } from './gallery-entry.js';
import { Payer } from './payer.js';
import type { Speaker } from './speakers.js';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

interface Surroundings {
  readonly site: FakeSite;
  readonly context: BrowserContext;
  readonly speaker: Speaker;
}

/** Opens an entry in a tab of its own and waits until its screen shows. The caller closes the tab. */
export async function visit(
  entry: GalleryEntry,
  { site, context, speaker }: Surroundings,
): Promise<Payer> {
  const page = await context.newPage();
  if (entry.name === 'form-silent') await page.clock.install();
  const { url } = entry.scenario
    ? site.open(entry.scenario, speaker.link)
    : { url: `${site.origin}/hosted/pay` };
  await page.goto(url);
  const payer = new Payer(page);
  await entry.arrive(payer, speaker.texts);
  return payer;
}
