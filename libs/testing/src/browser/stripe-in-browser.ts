import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import ts from 'typescript';

const HERE = import.meta.dirname;

/** What Stripe's own package would load: the release that its types describe. */
function scriptUrl(): string {
  const loader = join(HERE, '../../../node_modules/@stripe/stripe-js/dist/index.mjs');
  const [, release = ''] = /RELEASE_TRAIN = ['"](\w+)['"]/.exec(readFileSync(loader, 'utf8')) ?? [];
  return `https://js.stripe.com/${release}/stripe.js`;
}

function script(): string {
  const source = readFileSync(join(HERE, 'stripe-stand-in.ts'), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  return `{${outputText.replace(/^export \{\};?$/m, '')}}`;
}

/** The fields themselves: a page of Stripe's origin, light by itself, coloured by messages. */
const CARD_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title><style>
  body { margin: 0; font: 16px system-ui, sans-serif; color: var(--colorText) }
  form { display: grid; grid-template-columns: 1fr 1fr; gap: 16px 12px }
  label { font-size: 15px; font-weight: 600 } .wide { grid-column: 1 / -1 }
  input { box-sizing: border-box; width: 100%; margin-top: 6px; padding: 13px 14px; font: inherit;
    border: 1px solid var(--colorTextSecondary); border-radius: 10px;
    background: var(--colorBackground); color: var(--colorText) }
  input:focus { outline: none; border-color: var(--colorPrimary);
    box-shadow: inset 0 0 0 2px var(--colorPrimary) }
  </style></head><body><form>
  <label class="wide">Card number<input id="number" inputmode="numeric"></label>
  <label>Expiration date<input id="expiry" inputmode="numeric"></label>
  <label>Security code<input id="cvc" inputmode="numeric"></label></form>
  <script>
    const say = (message) => parent.postMessage(message, '*');
    addEventListener('message', ({ data }) => {
      document.documentElement.lang = data.locale;
      for (const [name, value] of Object.entries(data))
        document.documentElement.style.setProperty('--' + name, value);
    });
    document.querySelector('form').addEventListener('input', () => {
      const entered = {};
      for (const id of ['number', 'expiry', 'cvc'])
        entered[id] = document.getElementById(id).value.replace(/[^0-9]/g, '');
      say({ entered });
    });
    new ResizeObserver(() => say({ height: document.body.offsetHeight })).observe(document.body);
    say({ loaded: true });
  </script></body></html>`;

interface Troubles {
  readonly withoutScript?: true;
  /** Nobody answers the script. */
  readonly withoutApi?: true;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization',
};

/**
 * Answers for Stripe's hosts, in the browser, under their own names: the policies of our pages are
 * those of production. Every other https host is out of reach.
 */
export async function standInForStripe(
  context: BrowserContext,
  { withoutScript, withoutApi }: Troubles = {},
): Promise<void> {
  await context.route(/^https:/, (route) => route.abort());
  await context.route('https://js.stripe.com/stand-in/card.html', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: CARD_PAGE }),
  );
  await context.route('https://api.stripe.com/v1/confirmation_tokens', (route) => {
    if (withoutApi) return route.abort();
    const entered = new URLSearchParams(route.request().postData() ?? '');
    const number = entered.get('number') ?? '';
    const expiry = entered.get('expiry') ?? '';
    const card = {
      brand: 'visa',
      last4: number.slice(-4),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: 2000 + Number(expiry.slice(2)),
      country: 'HK',
      funding: 'credit',
    };
    const json = {
      id: `ctoken_${number.slice(-4)}`,
      object: 'confirmation_token',
      payment_method_preview: { type: 'card', card },
    };
    return route.fulfill({ headers: CORS, json });
  });
  if (withoutScript) return;
  const body = script();
  await context.route(scriptUrl(), (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}

export interface StripeCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Our page of the fields. */
export function fieldsFrame(page: Page): Frame {
  const frame = page.frame({ url: /\/fields\/stripe\?/ });
  if (!frame) throw new Error('there are no card fields');
  return frame;
}

/** What our page has asked of Stripe's script, in this order. */
export function callsTo(page: Page): Promise<StripeCall[]> {
  return fieldsFrame(page).evaluate(
    () => (window as unknown as { readonly standInCalls: StripeCall[] }).standInCalls,
  );
}
