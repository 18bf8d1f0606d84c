import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, patient } from '@towpath/testing';
import axe from 'axe-core';
import type { OperatorRole } from '@towpath/contracts/operator';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FakeConsole } from '../dev/fake/fake-console.js';
import { drawn, Traffic } from '../dev/walk/traffic.js';

const DIST = join(import.meta.dirname, '../dist');
/** Generous: the machine may be busy with everything else that is being tested. */
const STEP_DEADLINE_MS = 20_000;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const DESKTOP = { width: 1280, height: 800 };
/** The wide one first, which is that of a new tab. */
const SIZES = { desktop: DESKTOP, phone: { width: 390, height: 844 } };

interface Tab {
  readonly page: Page;
  readonly faults: string[];
  readonly traffic: Traffic;
}

/** The built console on a fake backend, and a browser to look at it with. */
export class ConsoleSite {
  private constructor(
    readonly fake: FakeConsole,
    readonly origin: string,
    private readonly browser: Browser,
    /** One for all tabs: it keeps the compiled scripts, which cost a new one a second of CPU. */
    private readonly context: BrowserContext,
  ) {}

  static async start(): Promise<ConsoleSite> {
    if (!existsSync(join(DIST, 'index.html'))) {
      throw new Error('apps/console is not built: run the build first');
    }
    const fake = new FakeConsole(DIST);
    const origin = await fake.start();
    const browser = await launchBrowser();
    const context = await browser.newContext({
      baseURL: origin,
      viewport: DESKTOP,
      locale: 'en-HK',
      timezoneId: 'Asia/Hong_Kong',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patient(STEP_DEADLINE_MS));
    return new ConsoleSite(fake, origin, browser, context);
  }

  /** A tab of an operator, in which nothing is stored; everybody's session is the one of the fake. */
  async open(role: OperatorRole | undefined): Promise<Tab> {
    this.fake.role = role;
    this.fake.unanswered = [];
    this.fake.way = 'password';
    this.fake.isCut = false;
    this.fake.loginAgeMs = 0;
    this.fake.actions.reset();
    this.fake.asked.length = 0;
    const page = await this.context.newPage();
    const inside = await this.context.newCDPSession(page);
    const storageTypes = 'cookies,local_storage';
    await inside.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes });
    return { page, faults: faultsOf(page, this.origin), traffic: new Traffic(page) };
  }

  async closeTabs(): Promise<void> {
    await Promise.all(this.context.pages().map((page) => page.close()));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.fake.stop();
  }
}

/** What a page complains of: errors, breaches of its policy, requests to another origin. */
function faultsOf(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Chromium tells of each answer with an error status; the fake refuses on purpose.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`asked ${url}`);
  });
  return faults;
}

interface Inspected {
  readonly axe: typeof axe;
}

export const SOUND = { violations: [], contrastInTheDark: [], tooWide: [0, 0] };

/**
 * What axe finds on a screen in each size, and by how many pixels it is wider than its window, light
 * and dark. One visit is enough: a screen is resized, and only colours differ in the dark.
 */
export async function inspect(page: Page): Promise<Record<keyof typeof SIZES, object>> {
  await page.evaluate(axe.source);
  const { desktop, phone } = SIZES;
  const found = { desktop: await inspectIn(page, desktop), phone: await inspectIn(page, phone) };
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function inspectIn(page: Page, size: (typeof SIZES)['phone']): Promise<object> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await drawn(page);
  const violations = await violationsOf(page, { type: 'tag', values: STANDARDS });
  const tooWide = [await overflow(page)];
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  const contrastInTheDark = await violationsOf(page, { type: 'rule', values: ['color-contrast'] });
  tooWide.push(await overflow(page));
  return { violations, contrastInTheDark, tooWide };
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<object[]> {
  const violations = await page.evaluate(
    async (only) =>
      (
        await (window as unknown as Inspected).axe.run(document, {
          runOnly: only,
          // An open menu hangs under the body, beside the landmarks: MUI puts it there.
          rules: { region: { enabled: !document.querySelector('[role=menu].MuiMenu-list') } },
          resultTypes: ['violations'],
        })
      ).violations,
    runOnly,
  );
  return violations.map(({ id, nodes }) => [
    id,
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ]);
}
