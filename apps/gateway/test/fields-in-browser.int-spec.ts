import { jest } from '@jest/globals';
import { freePort } from '@towpath/local-system';
import { eventually, launchBrowser } from '@towpath/testing';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

jest.setTimeout(60_000);

const BUILT = join(import.meta.dirname, '../../hosted-ui/dist');
/** The least that our page asks of the script of Stripe; it inserts a styled frame, as Stripe does. */
const SCRIPT = `window.Stripe = () => ({ elements: () => ({
  create: () => {
    const handlers = {};
    const mount = (place) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('style', 'width: 123px');
      frame.onload = () => handlers.ready();
      frame.src = 'https://js.stripe.com/inner.html';
      place.append(frame);
    };
    return { on: (name, run) => (handlers[name] = run), mount };
  },
  update: () => undefined,
}) });`;
const TERMS = { mode: 'setup', currency: 'hkd' };
const FIELDS = `/fields/stripe?lang=en&key=pk_test_1#${encodeURIComponent(JSON.stringify(TERMS))}`;

describe('the card fields of a processor in a browser', () => {
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  let origins: { readonly pages: string; readonly fields: string };
  beforeAll(async () => {
    const port = await freePort();
    origins = { pages: `http://localhost:${port}`, fields: `http://fields.localhost:${port}` };
    gateway = await startGateway({
      PORT: String(port),
      HOSTED_UI_DIR: BUILT,
      PUBLIC_API_URL: `http://127.0.0.1:${port}`,
      PUBLIC_PAGES_URL: origins.pages,
      PUBLIC_FIELDS_URL: origins.fields,
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });
  beforeEach(async () => {
    faults = [];
    page = await browser.newPage();
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route(/^https:/, (route) => {
      const { host, pathname } = new URL(route.request().url());
      if (host !== 'js.stripe.com') return route.abort();
      const isScript = pathname.endsWith('.js');
      const contentType = isScript ? 'text/javascript' : 'text/html';
      return route.fulfill({ contentType, body: isScript ? SCRIPT : '<!doctype html>' });
    });
  });
  afterEach(() => page.close());

  /** Puts the fields into a page, and waits for what they say to it, or for a refusal. */
  function framed(fields: string): Promise<unknown> {
    return page.evaluate(
      (src) =>
        new Promise((resolve) => {
          window.addEventListener('message', ({ data, origin }) => {
            const { type } = data as { readonly type?: string };
            if (type === 'card-fields:ready') resolve({ type, origin });
          });
          const frame = document.createElement('iframe');
          frame.src = src;
          document.body.append(frame);
        }),
      fields,
    );
  }

  it('run the script of the processor on their own origin, in the payment page', async () => {
    await page.goto(`${origins.pages}/hosted/pay`);
    const said = await framed(`${origins.fields}${FIELDS}`);
    expect(said).toEqual({ type: 'card-fields:ready', origin: origins.fields });
    const frame = page.frame({ url: /\/fields\/stripe/ });
    const width = (inner: Element) => getComputedStyle(inner).width;
    expect(await frame?.locator('iframe').evaluate(width)).toBe('123px');
    expect(faults).toEqual([]);
  });

  it('load no script, frame or call of any other host', async () => {
    await page.goto(`${origins.pages}/hosted/pay`);
    await framed(`${origins.fields}${FIELDS}`);
    const blocked = await page.frame({ url: /\/fields\/stripe/ })?.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const found: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            found.push(effectiveDirective);
            if (found.length === 4) resolve(found.sort());
          });
          const script = document.createElement('script');
          script.src = 'https://evil.example/steal.js';
          const frame = document.createElement('iframe');
          frame.src = 'https://evil.example/';
          document.body.append(script, frame);
          for (const called of ['https://evil.example/', '/fields/stripe']) {
            fetch(called).catch(() => undefined);
          }
        }),
    );
    expect(blocked).toEqual(['connect-src', 'connect-src', 'frame-src', 'script-src-elem']);
  });

  it('are refused to a page of another site', async () => {
    await page.route('http://shop.localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
    );
    await page.goto('http://shop.localhost/');
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, `${origins.fields}${FIELDS}`);
    await eventually(() => page.frames().some((each) => each.url().startsWith('chrome-error:')));
  });
});
