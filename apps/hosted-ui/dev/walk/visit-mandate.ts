import type { BrowserContext } from 'playwright-core';
import type { FakeSite } from '../fake/fake-site.js';
import type { MandateGalleryEntry } from './mandate-gallery.js';
import { MandatePayer } from './mandate-payer.js';
import { type Speaker, speakerOf } from './speakers.js';

interface Surroundings {
  readonly site: FakeSite;
  readonly context: BrowserContext;
  readonly speaker?: Speaker;
}

/** Opens an entry in a tab of its own and waits until its screen shows. The caller closes the tab. */
export async function visitMandate(
  entry: MandateGalleryEntry,
  { site, context, speaker = speakerOf('en') }: Surroundings,
): Promise<MandatePayer> {
  const page = await context.newPage();
  const { url } = entry.scenario
    ? site.openMandate(entry.scenario, speaker.mandate)
    : { url: `${site.origin}/hosted/mandate` };
  await page.goto(url);
  const payer = new MandatePayer(page);
  await entry.arrive(payer, speaker);
  return payer;
}
