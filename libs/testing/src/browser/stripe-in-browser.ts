import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@towpath/local-system';
import type { BrowserContext, Frame, FrameLocator, Page } from 'playwright-core';

/** What Stripe's own package would load: the release that its types describe. */
function scriptUrl(): string {
  const loader = join(workspaceRoot(), 'node_modules/@stripe/stripe-js/dist/index.mjs');
  const [, release = ''] = /RELEASE_TRAIN = ['"](\w+)['"]/.exec(readFileSync(loader, 'utf8')) ?? [];
  return `https://js.stripe.com/${release}/stripe.js`;
}

/** `stripe-stand-in.ts` as it was built, for a page that loads it as a plain script. */
function script(): string {
  const built = join(workspaceRoot(), 'libs/testing/dist/browser/stripe-stand-in.js');
  const source = readFileSync(built, 'utf8');
  return `{\n${source.replace(/^export \{\s*\};?$/m, '')}\n}`;
}

/** The fields themselves: a page of Stripe's origin, light by itself, whose look and words are sent. */
const CARD_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title><style>
  body { margin: 0; font: var(--fontSizeBase) var(--fontFamily); color: var(--colorText) }
  form { display: none; grid-template-columns: 1fr 1fr; align-items: start; gap: 16px 12px }
  .shown { display: grid }
  .wide { grid-column: 1 / -1 }
  .Input { box-sizing: border-box; width: 100%; margin-top: 6px; font: inherit;
    background: var(--colorBackground); color: var(--colorText); border-radius: var(--borderRadius) }
  .Error { margin: 4px 0 0; font-size: 14px; color: var(--colorDanger) }
  </style><style id="look"></style></head><body><form>
  <div class="wide"><label class="Label" for="number"></label>
    <input class="Input" id="number" inputmode="numeric"></div>
  <div><label class="Label" for="expiry"></label>
    <input class="Input" id="expiry" inputmode="numeric"></div>
  <div><label class="Label" for="cvc"></label>
    <input class="Input" id="cvc" inputmode="numeric"></div>
  <div class="wide"><label class="Label" for="country"></label>
    <select class="Input" id="country"><option></option></select></div></form>
  <script>
    const form = document.querySelector('form');
    const at = (id) => document.getElementById(id);
    const say = (message) => parent.postMessage(message, '*');
    const show = ({ locale, words, country, style }) => {
      document.documentElement.lang = locale;
      at('look').textContent = style;
      for (const label of document.querySelectorAll('label'))
        label.textContent = words[label.htmlFor];
      document.querySelector('option').textContent = country;
      form.className = 'shown';
    };
    const mark = (faults) => {
      for (const error of document.querySelectorAll('.Error')) error.remove();
      for (const id of ['number', 'expiry', 'cvc']) {
        const message = faults[id];
        at(id).classList.toggle('Input--invalid', Boolean(message));
        at(id).setAttribute('aria-invalid', Boolean(message));
        if (!message) continue;
        const error = document.createElement('p');
        error.className = 'Error';
        error.textContent = message;
        at(id).after(error);
      }
    };
    addEventListener('message', ({ data }) => {
      if (data.shown) show(data.shown);
      if (data.faults) mark(data.faults);
    });
    form.addEventListener('input', () => {
      const entered = {};
      for (const id of ['number', 'expiry', 'cvc'])
        entered[id] = at(id).value.replace(/[^0-9]/g, '');
      say({ entered });
    });
    new ResizeObserver(() => say({ height: document.body.offsetHeight })).observe(document.body);
    say({ loaded: true });
  </script></body></html>`;

export interface StripeBehind {
  /**
   * Answers a form that makes a confirmation token, as `POST /v1/confirmation_tokens` does. If it
   * fails, nobody answers.
   */
  readonly confirmationTokens: (form: URLSearchParams) => Promise<Response>;
  /** Its script does not come, or comes without its fields. */
  readonly without?: 'script' | 'fields';
}

/**
 * Answers for Stripe's hosts, in the browser, under their own names: the policies of our pages are
 * those of production. What this does not answer is out of reach.
 */
export async function standInForStripe(
  place: BrowserContext | Page,
  { confirmationTokens, without }: StripeBehind,
): Promise<void> {
  await place.route(/^https:\/\/([^/]+\.)?stripe\.com\//, (route) => route.abort());
  await place.route('https://js.stripe.com/stand-in/card.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: without === 'fields' ? '<!doctype html>' : CARD_PAGE,
    }),
  );
  await place.route('https://api.stripe.com/v1/confirmation_tokens', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    const answer = await confirmationTokens(form).catch(() => null);
    if (!answer) return route.abort();
    return route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await answer.text(),
    });
  });
  if (without === 'script') return;
  const body = script();
  await place.route(scriptUrl(), (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  );
}

export interface StripeCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The fields of the card, inside Stripe's frame inside ours. */
export function stripeCardIn(place: Page | FrameLocator): FrameLocator {
  return place.frameLocator('.card-fields iframe').frameLocator('iframe');
}

/** Types a card when the fields take input. In every language: by the place of the fields. */
export async function typeStripeCard(place: Page | FrameLocator, number: string): Promise<void> {
  await place.locator('.card-fields--ready').waitFor();
  const card = stripeCardIn(place);
  await card.locator('#number').fill(number);
  await card.locator('#expiry').fill('12 / 34');
  await card.locator('#cvc').fill('123');
}

/** Our page of the fields. */
export function stripeFieldsFrame(page: Page): Frame {
  const frame = page.frame({ url: /\/fields\/stripe\?/ });
  if (!frame) throw new Error('there are no card fields');
  return frame;
}

/** What our page has asked of Stripe's script, in this order. */
export function callsToStripe(page: Page): Promise<StripeCall[]> {
  return stripeFieldsFrame(page).evaluate(
    () => (window as unknown as { readonly standInCalls: StripeCall[] }).standInCalls,
  );
}
