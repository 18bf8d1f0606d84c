import { AxeBuilder } from '@axe-core/playwright';
import { eventually, launchBrowser } from '@towpath/testing';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';

import { EmbeddingPage } from './embedding-page.fixture.js';
import { Merchant, testSandbox, type TestSandbox } from './sandbox.fixture.js';

interface Heard {
  readonly origin: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('card fields in a browser', () => {
  let sandbox: TestSandbox;
  let shop: EmbeddingPage;
  let stranger: EmbeddingPage;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let fields: FrameLocator;

  beforeAll(async () => {
    shop = await EmbeddingPage.start();
    stranger = await EmbeddingPage.start();
    sandbox = await testSandbox({ allowedPageOrigins: [shop.origin] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.end();
    await Promise.all([shop.stop(), stranger.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    fields = page.frameLocator('iframe');
  });
  afterEach(() => context.close());

  const frameUrl = (change: Record<string, string> = {}) => {
    const query = { session: 'attempt-1', origin: shop.origin, lang: 'en', ...change };
    return `${sandbox.url}/gw1/card-fields?${String(new URLSearchParams(query))}`.replaceAll(
      '&',
      '&amp;',
    );
  };
  const heard = (type: string) =>
    page.evaluate<Heard[], string>(
      (wanted) =>
        (window as unknown as { heard: Heard[] }).heard.filter(
          ({ data }) => data['type'] === wanted,
        ),
      `card-fields:${type}`,
    );
  const tell = (message: object) =>
    page.evaluate((text) => {
      (window as unknown as { tell: (message: object) => void }).tell(JSON.parse(text) as object);
    }, JSON.stringify(message));
  const last = async (type: string) => (await heard(type)).at(-1)?.data;
  /** Messages arrive after what is seen in the frame: the last state becomes the expected one. */
  const expectState = (expected: object) =>
    eventually(async () => {
      expect(await last('state')).toMatchObject(expected);
      return true;
    });

  async function open(change: Record<string, string> = {}): Promise<void> {
    shop.frameUrl = frameUrl(change);
    await page.goto(shop.origin);
    await eventually(async () => (await heard('ready')).length === 1, { describe: 'ready' });
  }

  async function fill({ number = '4242424242424242', expiry = '1230', cvc = '123' } = {}) {
    await fields.locator('#number').pressSequentially(number);
    await fields.locator('#expiry').pressSequentially(expiry);
    await fields.locator('#cvc').pressSequentially(cvc);
  }

  it('the fields report completeness and brand, and give a token that the gateway accepts', async () => {
    await open();
    await expectState({
      type: 'card-fields:state',
      complete: false,
      brand: null,
    });
    await fill();
    expect(await fields.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await fields.locator('#expiry').inputValue()).toBe('12 / 30');
    await expectState({
      type: 'card-fields:state',
      complete: true,
      brand: 'Visa',
    });
    await tell({ type: 'card-fields:submit' });
    const token = await eventually(() => last('token'), { describe: 'a token' });
    expect(token).toEqual({
      type: 'card-fields:token',
      token: expect.stringMatching(/^tok_/u),
      brand: 'Visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2030,
      country: 'HK',
      funding: 'CREDIT',
    });
    const merchant = new Merchant(sandbox.url);
    const answer = await merchant.authorize('', { token: token['token'] });
    expect(answer.body['status']).toBe('authorized');
    const origins = new Set((await heard('token')).map(({ origin }) => origin));
    expect(origins).toEqual(new Set([sandbox.url]));
  });

  it('an error is shown at its field, and the focus moves there', async () => {
    await open();
    await tell({ type: 'card-fields:submit' });
    const error = await eventually(() => last('error'), { describe: 'an error' });
    expect(error).toEqual({ type: 'card-fields:error', message: 'Enter the card number.' });
    const number = fields.locator('#number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.getAttribute('aria-describedby')).toBe('number-error');
    expect(await fields.locator('#number-error').textContent()).toBe('Enter the card number.');
    expect(await fields.locator(':focus').getAttribute('id')).toBe('number');
    expect(await fields.locator('#cvc-error').textContent()).toBe('Enter the security code.');
    await number.pressSequentially('4242424242424242');
    expect(await number.getAttribute('aria-invalid')).toBeNull();
    expect(await fields.locator('#number-error').isVisible()).toBe(false);
    expect(await heard('token')).toEqual([]);
  });

  it.each([
    ['number', { number: '4242424242424241' }, 'Check the card number.'],
    ['expiry', { expiry: '1320' }, 'Check month and year.'],
    ['expiry', { expiry: '0120' }, 'This card has expired.'],
    ['cvc', { cvc: '12' }, 'The security code has 3 or 4 digits.'],
  ])('the fields refuse a wrong %s: %j', async (...[name, typed, message]) => {
    await open();
    await fill(typed);
    await fields.locator(`#${name}`).blur();
    expect(await fields.locator(`#${name}-error`).textContent()).toBe(message);
    await expectState({ complete: false, error: message });
  });

  it.each([
    ['378282246310005', '3782 822463 10005', 'American Express'],
    ['6200000000000005', '6200 0000 0000 0005', 'UnionPay'],
    ['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
    ['3530111333300000', '3530 1113 3330 0000', 'JCB'],
  ])('the fields group %s as printed', async (...[number, text, brand]) => {
    await open();
    await fill({ number });
    expect(await fields.locator('#number').inputValue()).toBe(text);
    expect(await fields.locator('#brand').textContent()).toBe(brand);
    await expectState({ complete: true, brand });
  });

  it.each([
    ['5/30', '05 / 30'],
    ['530', '05 / 30'],
    ['12/2030', '12 / 30'],
    ['1230', '12 / 30'],
    ['2030-12', '12 / 30'],
    ['５／３０', '05 / 30'],
    ['١٢؍٣٠', '12 / 30'],
    ['۱۲/۲۰۳۰', '12 / 30'],
    ['12⁄30', '12 / 30'],
  ])('the fields read the expiry %s that is pasted or filled in', async (filled, text) => {
    await open();
    await fields.locator('#expiry').fill(filled);
    expect(await fields.locator('#expiry').inputValue()).toBe(text);
  });

  it.each([
    [
      'full-width',
      { number: '４２４２４２４２４２４２４２４２', expiry: '１２３０', cvc: '１２３' },
    ],
    ['Arabic-Indic', { number: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', expiry: '١٢٣٠', cvc: '١٢٣' }],
    ['Persian', { number: '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲', expiry: '۱۲۳۰', cvc: '۱۲۳' }],
  ])('the fields accept a card that is typed in %s digits', async (...[, typed]) => {
    await open();
    await fill(typed);
    expect(await fields.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    await tell({ type: 'card-fields:submit' });
    const token = await eventually(() => last('token'), { describe: 'a token' });
    expect(token).toMatchObject({ last4: '4242', expiry_month: 12, expiry_year: 2030 });
  });

  it('the caret stays where a digit is corrected', async () => {
    await open();
    const number = fields.locator('#number');
    await number.fill('4242 4242 4242 424');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('9');
    expect(await number.inputValue()).toBe('4242 9242 4242 424');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
  });

  it('the fields offer autofill and the keyboard for numbers', async () => {
    await open();
    const attributes = await Promise.all(
      ['number', 'expiry', 'cvc'].map(async (name) => [
        await fields.locator(`#${name}`).getAttribute('autocomplete'),
        await fields.locator(`#${name}`).getAttribute('inputmode'),
      ]),
    );
    expect(attributes).toEqual([
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
    ]);
  });

  it('a page that is not on the list receives nothing, even if it pretends to be', async () => {
    for (const origin of [stranger.origin, shop.origin]) {
      stranger.frameUrl = frameUrl({ origin });
      await page.goto(stranger.origin);
      await tell({ type: 'card-fields:submit' });
      expect(await fields.locator('#number').count()).toBe(0);
      expect(await heard('ready')).toEqual([]);
    }
    const theft = await page.evaluate(async (url) => {
      try {
        const body = JSON.stringify({ session: 's', number: '4242424242424242' });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(url, { method: 'POST', body, headers })).status;
      } catch (error) {
        return String(error);
      }
    }, `${sandbox.url}/gw1/tokens`);
    expect(theft).toContain('Failed to fetch');
    const merchant = new Merchant(sandbox.url);
    const card = { session: 's', number: '4242424242424242', expiry_month: 1, expiry_year: 2060 };
    const asked = await merchant.send(
      'POST /gw1/tokens',
      { ...card, cvc: '123' },
      { origin: stranger.origin },
    );
    expect(asked).toMatchObject({ status: 403, body: { error: { code: 'origin_not_allowed' } } });
  });

  it('the fields ignore messages of other windows than the page around them', async () => {
    await open();
    await fill();
    await fields.locator('#number').evaluate(() => {
      window.postMessage({ type: 'card-fields:submit' }, '*');
    });
    await tell({ type: 'card-fields:theme', scheme: 'dark' });
    await eventually(async () => (await fields.locator('html[data-scheme=dark]').count()) === 1);
    expect(await heard('token')).toEqual([]);
  });

  it('if the sandbox cannot be reached, the fields say that nothing was charged', async () => {
    await open();
    await fill();
    await context.route('**/gw1/tokens', (route) => route.abort());
    await tell({ type: 'card-fields:submit' });
    const error = await eventually(() => last('error'), { describe: 'an error' });
    expect(error['message']).toContain('Nothing was charged');
    await context.unroute('**/gw1/tokens');
    await tell({ type: 'card-fields:submit' });
    await eventually(() => last('token'), { describe: 'a token at the second try' });
  });

  it.each(['light', 'dark'] as const)(
    'axe finds no fault in the fields in %s, with and without errors',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      await open();
      await tell({ type: 'card-fields:theme', scheme });
      // The frame shows what is behind it, which axe cannot see: it is told the shop's colour.
      const surface = scheme === 'dark' ? '#161d26' : '#ffffff';
      await fields.locator('html').evaluate((root, colour) => {
        root.style.background = colour;
      }, surface);
      const check = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      };
      expect(await check()).toEqual([]);
      await tell({ type: 'card-fields:submit' });
      await eventually(() => last('error'), { describe: 'an error' });
      expect(await check()).toEqual([]);
    },
  );

  it('the fields use the requested language', async () => {
    await open({ lang: 'zh-HK' });
    expect(await fields.locator('html').getAttribute('lang')).toBe('zh-Hant');
    expect(await fields.locator('label[for=number]').textContent()).toBe('卡號');
  });

  it('the fields fit their frame and report their height when errors need more', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open();
    const before = await eventually(() => last('height'), { describe: 'a height' });
    await tell({ type: 'card-fields:submit' });
    await eventually(async () => {
      const now = await last('height');
      return Number(now?.['height']) > Number(before['height']);
    });
    const overflow = await fields
      .locator('html')
      .evaluate((root) => [
        root.scrollWidth - root.clientWidth,
        root.scrollHeight - root.clientHeight,
      ]);
    expect(overflow).toEqual([0, 0]);
  });
});
