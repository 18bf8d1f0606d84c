import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, launchBrowser, patient } from '@towpath/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core';
import { FakeSite } from '../dev/fake/fake-site.js';

/** Generous: the machine may be busy with everything else that is being tested. */
const STEP_DEADLINE_MS = 20_000;
const APP_DIR = join(import.meta.dirname, '..');

/** The built page on a fake backend, and a browser to look at it with. */
export class HostedSite {
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    readonly site: FakeSite,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<HostedSite> {
    if (!existsSync(join(APP_DIR, 'dist/index.html'))) {
      throw new Error('apps/hosted-ui is not built: run the build first');
    }
    const site = new FakeSite(APP_DIR);
    await site.start();
    return new HostedSite(site, await launchBrowser());
  }

  /** A payer of its own: no storage shared with any other. */
  async payer(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      locale: 'en-HK',
      // Headless Chromium renders each frame of an animation on the CPU.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patient(STEP_DEADLINE_MS));
    this.contexts.push(context);
    return context;
  }

  async closePayers(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.site.stop();
  }
}

/** Lets the time of a page with a movable clock pass until something is there. */
export async function seesLater(place: Locator): Promise<void> {
  const comes = async () => {
    await place.page().clock.fastForward(1_000);
    return place.isVisible();
  };
  await eventually(comes, { deadlineMs: STEP_DEADLINE_MS, describe: String(place) });
}
