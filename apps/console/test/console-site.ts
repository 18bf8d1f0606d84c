import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, patient } from '@towpath/testing';
import axe from 'axe-core';
import type { OperatorRole } from '@towpath/contracts/operator';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { FakeConsole } from '../dev/fake/fake-console.js';

const DIST = join(import.meta.dirname, '../dist');
/** Generous: the machine may be busy with everything else that is being tested. */
const STEP_DEADLINE_MS = 20_000;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** The built console on a fake backend, and a browser to look at it with. */
export class ConsoleSite {
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    readonly fake: FakeConsole,
    readonly origin: string,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<ConsoleSite> {
    if (!existsSync(join(DIST, 'index.html'))) {
      throw new Error('apps/console is not built: run the build first');
    }
    const fake = new FakeConsole(DIST);
    return new ConsoleSite(fake, await fake.start(), await launchBrowser());
  }

  /** A tab of an operator; everybody's session is the one of the fake. */
  async open(
    role: OperatorRole | undefined,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; faults: string[] }> {
    this.fake.role = role;
    this.fake.unanswered = [];
    this.fake.way = 'password';
    this.fake.loginAgeMs = 0;
    this.fake.actions.reset();
    this.fake.asked.length = 0;
    const context = await this.browser.newContext({
      baseURL: this.origin,
      viewport: SIZES.desktop,
      locale: 'en-HK',
      timezoneId: 'Asia/Hong_Kong',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patient(STEP_DEADLINE_MS));
    this.contexts.push(context);
    const page = await context.newPage();
    return { page, faults: faultsOf(page, this.origin) };
  }

  async closeTabs(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
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

/** What axe finds, and by how many pixels the page is wider than its window. */
export async function inspect(page: Page): Promise<object> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (values) =>
      (
        await (window as unknown as Inspected).axe.run(document, {
          runOnly: { type: 'tag', values },
          // An open menu hangs under the body, beside the landmarks: MUI puts it there.
          rules: { region: { enabled: !document.querySelector('[role=menu].MuiMenu-list') } },
          resultTypes: ['violations'],
        })
      ).violations,
    STANDARDS,
  );
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  return {
    violations: violations.map(({ id, nodes }) => [
      id,
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]),
    tooWide: Math.max(0, tooWide),
  };
}
