import { eventually, launchBrowser } from '@towpath/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { CheckedProcessor } from './checked-processor.js';
import type { FieldsSite } from './fields-site.js';
import { NotBegun, type StandIn } from './options.js';

/** Where banks send the payer back; no such host exists. */
export const RETURN_URL = 'https://shop.test/back';

/** Until the script of the processor shows its fields, in ms. */
const READY_MS = 20_000;
const ANSWER_MS = 30_000;
const CHALLENGE_MS = 60_000;

const EXPIRY = '1260';
const CODE = '123';
/** A country without postal codes, where the fields ask for one. */
const COUNTRY = 'HK';

interface Said {
  readonly type: string;
  readonly complete?: boolean;
  readonly token?: string;
  readonly message?: string;
}

const READY: readonly Said[] = [{ type: 'card-fields:ready' }, { type: 'card-fields:error' }];
const COMPLETE: readonly Said[] = [{ type: 'card-fields:state', complete: true }];
const ANSWER: readonly Said[] = [{ type: 'card-fields:token' }, { type: 'card-fields:error' }];
const SILENT: Said = { type: 'none', message: `silent for ${READY_MS / 1_000} s` };

interface Framing extends Window {
  said: Said[];
  policyBlocked(what: string): Promise<void>;
}

/** A payer's Chromium. */
export class FieldsBrowser {
  /** What the policy of our page did not permit, each once. */
  readonly blocked = new Set<string>();

  private constructor(
    private readonly processor: CheckedProcessor,
    private readonly site: FieldsSite,
    private readonly browser: Browser,
    private readonly context: BrowserContext,
  ) {}

  /** Throws `NotBegun` without a Chromium. */
  static async launch(
    processor: CheckedProcessor,
    site: FieldsSite,
    standIn: StandIn | null,
  ): Promise<FieldsBrowser> {
    const launched = await launchBrowser().catch((error: unknown) => {
      const [reason = ''] = String(error).split('\n');
      throw new NotBegun(`Chromium did not start (CHROMIUM_PATH names another one): ${reason}`);
    });
    const context = await launched.newContext({ locale: 'en-US' });
    const made = new FieldsBrowser(processor, site, launched, context);
    await made.watchPolicy();
    if (standIn) await processor.standIn(context, standIn);
    return made;
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Until the fields are ready to be typed in. */
  async open(url: string): Promise<void> {
    const tab = await this.opened(url);
    await tab.close();
  }

  /** The one-time token of a card that is typed in the fields. */
  async typeCard(url: string, number: string): Promise<string> {
    const { frame, ...inputs } = this.processor.fields;
    const tab = await this.opened(url);
    const card = tab.frameLocator('#fields').locator(frame).first().contentFrame();
    await card.locator(inputs.number).fill(number);
    await card.locator(inputs.expiry).fill(EXPIRY);
    await card.locator(inputs.code).fill(CODE);
    const country = card.locator(inputs.country);
    if (await country.isVisible()) await country.selectOption(COUNTRY);
    await said(tab, COMPLETE);
    await tab.evaluate(submit, this.site.fieldsOrigin);
    const answer = await said(tab, ANSWER);
    await tab.close();
    if (answer.token !== undefined) return answer.token;
    throw new Error(`the card fields gave no token: ${answer.message ?? ''}`);
  }

  /** The whole page goes to the bank. Answers where the bank sends it. */
  async decide(page: string, decision: 'approve' | 'refuse'): Promise<URL> {
    const tab = await this.context.newPage();
    await tab.goto(page);
    const button = await eventually(() => visible(tab, this.processor.challenge[decision]), {
      deadlineMs: CHALLENGE_MS,
      describe: `a button to ${decision} on the page of the bank`,
    });
    const [back] = await Promise.all([
      tab.waitForRequest((request) => request.url().startsWith(RETURN_URL), {
        timeout: CHALLENGE_MS,
      }),
      button.click(),
    ]);
    await tab.close();
    return new URL(back.url());
  }

  private async opened(url: string): Promise<Page> {
    const tab = await this.context.newPage();
    const errors: string[] = [];
    tab.on('pageerror', ({ message }) => errors.push(message));
    await tab.goto(this.site.pageOrigin);
    await tab.evaluate(frame, url);
    const first = await said(tab, READY, READY_MS).catch(() => SILENT);
    if (first.type === 'card-fields:ready') return tab;
    const why = [first.message, ...errors, ...this.blocked].join('; ');
    throw new Error(`the card fields did not become ready: ${why}`);
  }

  private async watchPolicy(): Promise<void> {
    await this.context.exposeFunction('policyBlocked', (what: string) => this.blocked.add(what));
    await this.context.addInitScript(watch, this.site.fieldsOrigin);
  }
}

/** The first message of our page with the members of one of these. */
async function said(tab: Page, wanted: readonly Said[], timeout = ANSWER_MS): Promise<Said> {
  const found = await tab.waitForFunction(
    (any) =>
      (window as unknown as Framing).said.find(({ type, complete }) =>
        any.some((each) => each.type === type && each.complete === complete),
      ),
    wanted,
    { timeout },
  );
  return (await found.jsonValue()) as Said;
}

/** In whatever frame of the page. */
async function visible(tab: Page, selector: string) {
  for (const frame of tab.frames()) {
    const found = frame.locator(selector).first();
    if (await found.isVisible()) return found;
  }
  return undefined;
}

/** In the page around the fields. */
function frame(url: string): void {
  const fields = document.querySelector<HTMLIFrameElement>('#fields');
  const framing = window as unknown as Framing;
  framing.said = [];
  window.addEventListener('message', ({ source, data }: MessageEvent<Said>) => {
    if (source === fields?.contentWindow) framing.said.push(data);
  });
  if (fields) fields.src = url;
}

function submit(origin: string): void {
  const fields = document.querySelector<HTMLIFrameElement>('#fields');
  fields?.contentWindow?.postMessage({ type: 'card-fields:submit' }, origin);
}

/** In each page and frame. */
function watch(fieldsOrigin: string): void {
  if (window.origin !== fieldsOrigin) return;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    void (window as unknown as Framing).policyBlocked(`${effectiveDirective} ${blockedURI}`);
  });
}
