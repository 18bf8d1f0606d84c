import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  eventually,
  launchBrowser,
  patient,
  paymentOrder,
  TEST_CARDS,
  type Merchant,
} from '@towpath/testing';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { RunningSystem } from '../system/running-system.js';

const PATIENCE_MS = 45_000;

/** A shop on another site than the payment page: one of its addresses shows a link in a frame. */
class Shop {
  private readonly server: Server = createServer((request, response) => {
    const link = new URL(request.url ?? '/', this.origin).searchParams.get('link');
    const shown = link
      ? `<iframe id="payment" title="Payment" width="390" height="900" src="${link}"></iframe>`
      : '<h1>Back in the shop</h1>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${shown}
      <script>
        window.messages = [];
        addEventListener('message', ({ data }) => window.messages.push(data));
      </script>`);
  });

  static async start(): Promise<Shop> {
    const shop = new Shop();
    shop.server.listen(0, '127.0.0.1');
    await once(shop.server, 'listening');
    return shop;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  checkout(linkUrl: string): string {
    return `${this.origin}/checkout?${String(new URLSearchParams({ link: linkUrl }))}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const system = RunningSystem.open();
let merchant: Merchant;
let browser: Browser;
let shop: Shop;
let stranger: Shop;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  merchant = await system.newShop();
  shop = await Shop.start();
  stranger = await Shop.start();
  browser = await launchBrowser();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-HK' });
  context.setDefaultTimeout(patient(PATIENCE_MS));
  page = await context.newPage();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  shop.stop();
  stranger.stop();
});

/** No redirect URI is registered: what the link says alone lets the shop frame its page. */
function aLink() {
  const link_customizations = { ui_mode: 'iframe', redirect_uri: `${shop.origin}/back` } as const;
  return merchant.createPaymentLink({ body: paymentOrder({ link_customizations }) });
}

async function types(place: FrameLocator, number: string): Promise<void> {
  await place.locator('.card-fields--ready').waitFor();
  const fields = place.frameLocator('.card-fields iframe');
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiry date').fill('12 / 34');
  await fields.getByLabel('Security code').fill('123');
  await place.locator('.button--primary').click();
}

describe('a payment link in a frame of the shop', () => {
  it('a framed link is paid with the card fields of the gateway, and the shop gets messages', async () => {
    const link = await aLink();
    await page.goto(shop.checkout(link.url ?? ''));
    const frame = page.frameLocator('#payment');
    await types(frame, TEST_CARDS.authorized);
    await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
    const paid = await eventually(async () => {
      const messages = await page.evaluate(
        () => (window as unknown as { messages: object[] }).messages,
      );
      return messages.find((data) => (data as { status?: string }).status === 'PAID');
    });
    expect(paid).toMatchObject({
      payment_link_id: link.payment_link_id,
      session_status: 'COMPLETE',
    });
    expect(await merchant.link(link.payment_link_id)).toMatchObject({ status: 'PAID' });
  });

  it('a framed link survives a reload of the frame', async () => {
    const link = await aLink();
    await page.goto(shop.checkout(link.url ?? ''));
    const place = page.frameLocator('#payment');
    await place.locator('.card-fields--ready').waitFor();
    const frame = page.frame({ url: /\/hosted\/pay/ });
    expect(frame?.url()).not.toContain('token');
    await Promise.all([frame?.waitForNavigation(), frame?.evaluate(() => location.reload())]);
    await types(place, TEST_CARDS.authorized);
    await place.getByRole('heading', { name: 'Payment complete' }).waitFor();
  });

  it('a framed link leads to the bank in the whole tab, and back to the shop', async () => {
    const link = await aLink();
    await page.goto(shop.checkout(link.url ?? ''));
    await types(page.frameLocator('#payment'), TEST_CARDS.challenge);
    await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment complete' }).waitFor();
    await page.getByRole('heading', { name: 'Back in the shop' }).waitFor();
    const { origin, searchParams } = new URL(page.url());
    expect(origin).toBe(shop.origin);
    expect(searchParams.get('payment_link_id')).toBe(link.payment_link_id);
    expect(await merchant.link(link.payment_link_id)).toMatchObject({ status: 'PAID' });
  });

  it('a framed link is not shown to a site that it does not name', async () => {
    const link = await aLink();
    await page.goto(stranger.checkout(link.url ?? ''));
    await eventually(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')));
    expect(
      await page.evaluate(() => (window as unknown as { messages: object[] }).messages),
    ).toEqual([]);
  });
});
