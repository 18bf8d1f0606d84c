import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleSession } from '@towpath/contracts/operator';
import { launchBrowser, patient } from '@towpath/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import type { RunningSystem } from '../system/running-system.js';
import { BrowserRecord } from './browser-record.js';

const DESKTOP = { width: 1280, height: 900 };
/** A busy machine is slow, a broken page is silent. */
const PATIENCE_MS = 45_000;
const REASON_MS = 15_000;

/** Somebody at the console's own origin, in Chromium. */
export class ConsoleOperator {
  private constructor(
    private readonly system: RunningSystem,
    private readonly browser: Browser,
    readonly page: Page,
    readonly record: BrowserRecord,
  ) {}

  /** At the console of the system's own gateway, or at another one. */
  static async start(system: RunningSystem, url?: string): Promise<ConsoleOperator> {
    const browser = await launchBrowser();
    const context = await browser.newContext({
      baseURL: url ?? system.service('gateway').environment['PUBLIC_CONSOLE_URL'] ?? '',
      viewport: DESKTOP,
      locale: 'en-HK',
      // Headless Chromium renders each frame of an animation on the CPU.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patient(PATIENCE_MS));
    const record = new BrowserRecord();
    record.follow(context);
    return new ConsoleOperator(system, browser, await context.newPage(), record);
  }

  /** With the password that the start of the system printed once. */
  async logsIn(): Promise<void> {
    const file = join(this.system.dataDir, 'keys/launcher.json');
    const { consolePassword } = JSON.parse(readFileSync(file, 'utf8')) as LauncherSecrets;
    await this.page.goto('/');
    await this.page.getByLabel('Password').first().fill(consolePassword);
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await this.page.getByLabel('What do you look for?').waitFor();
  }

  /** At the provider, as whom it takes for the one who logs in. */
  async logsInAtProvider(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('link', { name: 'Log in with your organisation' }).click();
    await this.page.getByLabel('What do you look for?').waitFor();
  }

  /** Types into the field for everything. Returns the results that show a text. */
  async finds(typed: string, { showing }: { readonly showing: string }): Promise<Locator> {
    await this.page.goto('/');
    await this.page.getByLabel('What do you look for?').fill(typed);
    await this.page.keyboard.press('Enter');
    const result = this.page.getByRole('main').getByRole('link').filter({ hasText: showing });
    await result.first().waitFor();
    return result;
  }

  /** What happened, in the words of the timeline. */
  async timeline(): Promise<string[]> {
    const story = this.page.getByRole('region', { name: 'Timeline' });
    await story.getByRole('listitem').first().waitFor();
    return story.getByRole('listitem').allInnerTexts();
  }

  /** A region with this heading. */
  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Does something with the resource that is shown, up to its result. */
  async acts(action: string, { amount, ...deed }: Deed): Promise<Locator> {
    await this.asksFor(action, { amount });
    return this.confirms(deed);
  }

  /** Opens the dialog of an action on the resource that is shown, up to what will happen. */
  async asksFor(action: string, { amount }: Pick<Deed, 'amount'> = {}): Promise<Locator> {
    await this.page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
    await this.page.getByRole('menuitem', { name: action, exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    if (amount === undefined) return dialog;
    await dialog.getByLabel(/^Amount in/).fill(amount);
    await dialog.getByRole('button', { name: 'Show what will happen' }).click();
    return dialog;
  }

  /** Says why in the dialog that is open, and waits for the result. */
  async confirms({ verb, reason }: Omit<Deed, 'amount'>): Promise<Locator> {
    const dialog = this.page.getByRole('dialog');
    await dialog
      .getByLabel('Reason')
      .fill(reason, { timeout: patient(REASON_MS) })
      .catch(async (cause: unknown) => {
        throw new Error(`no reason is asked: ${await dialog.innerText()}`, { cause });
      });
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await dialog.getByRole('status').waitFor();
    return dialog;
  }

  /** Sends what the page could send, past the page. Returns the status. */
  async writes(path: string, body: object): Promise<number> {
    const request = { path, text: JSON.stringify(body) };
    return this.page.evaluate(async ({ path: address, text }) => {
      const session = (await (await fetch('/console/api/session')).json()) as ConsoleSession;
      const headers = {
        'content-type': 'application/json',
        'x-console-token': session.write_token,
      };
      return (await fetch(address, { method: 'POST', headers, body: text })).status;
    }, request);
  }

  /** The status of an answer to the page itself, with its cookie if it has one. */
  async statusOf(path: string): Promise<number> {
    return this.page.evaluate(async (address) => (await fetch(address)).status, path);
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

interface Deed {
  /** The words on the button. */
  readonly verb: string;
  readonly reason: string;
  readonly amount?: string | undefined;
}

interface LauncherSecrets {
  readonly consolePassword: string;
}
