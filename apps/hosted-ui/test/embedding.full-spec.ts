import { jest } from '@jest/globals';
import { eventually } from '@towpath/testing';
import type { Page } from 'playwright-core';
import type { ScenarioName } from '../dev/fake/scenarios.js';
import { Payer } from '../dev/walk/visitors.js';
import { HostedSite } from './hosted-site.js';
import { Shop, type ReceivedMessage } from '../dev/fake/shop.fixture.js';

jest.setTimeout(60_000);

let hosted: HostedSite;
let shop: Shop;
let stranger: Shop;

beforeAll(async () => {
  hosted = await HostedSite.start();
  // Other sites than the page's, not only other origins: their storage is kept apart.
  shop = await Shop.start('localhost');
  stranger = await Shop.start('localhost');
  hosted.site.embeddingOrigins = ['https://elsewhere.example', shop.origin];
});
afterEach(() => hosted.closePayers());
afterAll(() => Promise.all([hosted.stop(), shop.stop(), stranger.stop()]));

async function checkout(scenario: ScenarioName, at = shop) {
  const context = await hosted.payer({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const { url, token } = hosted.site.open('pay', scenario);
  await page.goto(at.checkout(url));
  const link = hosted.site.backend.pay.link(token);
  if (!link) throw new Error(`no link for ${scenario}`);
  link.change({ return_url: `${shop.origin}/orders/1042` });
  return { page, link, url, payer: new Payer(page, page.frameLocator('#payment')) };
}

const messagesTo = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: ReceivedMessage[] }).received);

async function messagesOf(page: Page, type: string): Promise<ReceivedMessage['data'][]> {
  return (await messagesTo(page)).map(({ data }) => data).filter((data) => data['type'] === type);
}

function framed(page: Page) {
  const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame());
  if (!frame) throw new Error('the shop shows no frame');
  return frame;
}

describe('a payment in a frame of another site', () => {
  it('a payment in a frame is paid there, and the shop gets IDs and statuses from the page alone', async () => {
    const { page, link, payer } = await checkout('iframe');
    await payer.pays();
    await payer.sees('Payment complete');
    const { payment_link_id, unique_reference_id } = link.current();
    const about = { type: 'towpath:payment_link', payment_link_id, unique_reference_id };
    await eventually(async () => (await messagesOf(page, 'towpath:payment_link')).length === 2);
    expect(await messagesOf(page, 'towpath:payment_link')).toEqual([
      { ...about, status: 'CREATED', session_status: 'OPEN' },
      { ...about, status: 'PAID', session_status: 'COMPLETE' },
    ]);
    const all = await messagesTo(page);
    expect(new Set(all.map(({ origin }) => origin))).toEqual(new Set([hosted.site.origin]));
    const types = new Set(all.map(({ data }) => data['type']));
    expect(types).toEqual(new Set(['towpath:payment_link', 'towpath:height']));
    expect(new URL(page.url()).origin).toBe(shop.origin);
  });

  it('a framed payment page sends its height, so that nothing is cut off or scrolls', async () => {
    const { page, payer } = await checkout('iframe');
    await payer.seesCardForm();
    const fits = () =>
      framed(page).evaluate(
        () => document.documentElement.scrollHeight <= window.innerHeight && window.innerHeight,
      );
    const form = await eventually(fits, { describe: 'a frame as high as its form' });
    await payer.pays();
    await payer.sees('Payment complete');
    const done = await eventually(async () => {
      const height = await fits();
      return height !== form && height;
    });
    const heights = (await messagesOf(page, 'towpath:height')).map(({ height }) => height);
    expect(heights).toContain(form);
    expect(heights.at(-1)).toBe(done);
  });

  it('a framed payment goes on after a reload of the frame', async () => {
    const { page, payer, link } = await checkout('iframe');
    await payer.seesCardForm();
    expect(framed(page).url()).not.toContain('token');
    await framed(page).evaluate(() => window.location.reload());
    await eventually(() => link.views > 1, { describe: 'a second look at the link' });
    await payer.pays();
    await payer.sees('Payment complete');
  });

  it('a framed payment may fail and be tried again without leaving the shop', async () => {
    const { page, payer, link } = await checkout('iframe_declined');
    await payer.pays();
    await payer.sees('Your card was declined');
    const second = await eventually(
      async () => (await messagesOf(page, 'towpath:payment_link'))[1],
    );
    expect(second).toMatchObject({ status: 'CREATED', session_status: 'FAILED' });
    await payer.presses('Try again');
    await payer.pays();
    await payer.sees('Payment complete');
    expect(link.submits).toBe(2);
    expect(new URL(page.url()).origin).toBe(shop.origin);
  });

  it('a framed payment page takes no focus before the payer gives it', async () => {
    const { page, payer } = await checkout('iframe');
    await payer.seesCardForm();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});

describe('a bank that asks the payer of a framed page', () => {
  it('a bank that asks the payer gets the whole tab, and the payer ends in the shop', async () => {
    const { page, payer } = await checkout('iframe_challenge');
    await payer.pays();
    const alone = new Payer(page);
    await alone.sees('Fake bank: is this you?');
    await page.getByRole('link', { name: 'Approve' }).click();
    await alone.sees('Payment complete');
    expect(page.url()).not.toContain('token');
    await alone.sees('The shop');
    expect(new URL(page.url()).origin).toBe(shop.origin);
  });

  it('a payer whose bank refuses tries again on the page itself', async () => {
    const { page, payer } = await checkout('iframe_challenge');
    await payer.pays();
    const alone = new Payer(page);
    await alone.sees('Fake bank: is this you?');
    await page.getByRole('link', { name: 'Refuse' }).click();
    await alone.sees('Your bank could not confirm it was you');
    await alone.presses('Try again');
    await alone.seesCardForm();
  });

  it('a framed page does not send a payer to the bank again after the back button', async () => {
    const { page, payer } = await checkout('iframe_challenge');
    await payer.pays();
    await new Payer(page).sees('Fake bank: is this you?');
    await page.goBack();
    await payer.sees('Confirm with your bank');
    await payer.presses('Continue to your bank');
    await new Payer(page).sees('Fake bank: is this you?');
  });
});

describe('a site that the link does not name', () => {
  it('a site that the link does not name gets no payment page and no message', async () => {
    const { page, link } = await checkout('iframe', stranger);
    await eventually(() => framed(page).url().startsWith('chrome-error:'), {
      describe: 'a refused frame',
    });
    expect(await messagesTo(page)).toEqual([]);
    expect(link.views).toBe(0);
  });

  it('a site cannot use the session of another payment link by naming one of its own', async () => {
    const { page, payer, url } = await checkout('iframe');
    await payer.seesCardForm();
    const own = hosted.site.open('pay', 'iframe').token.split('.').slice(0, 2).join('.');
    const { origin, pathname } = new URL(url);
    await framed(page).goto(`${origin}${pathname}?link=${own}`);
    await payer.sees('Open the link again');
  });
});
