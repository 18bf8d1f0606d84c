import { jest } from '@jest/globals';
import { eventually } from '@towpath/testing';
import type { Page } from 'playwright-core';
import { MandatePayer } from '../dev/walk/visitors.js';
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

async function checkout(scenario: string, at = shop) {
  const context = await hosted.payer({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const { url, token } = hosted.site.open('mandate', scenario);
  await page.goto(at.checkout(url));
  const mandate = hosted.site.backend.mandate.link(token);
  if (!mandate) throw new Error(`no mandate of scenario ${scenario}`);
  const payer = new MandatePayer(page, page.frameLocator('#payment'));
  return { page, mandate, url, payer };
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

describe('a mandate in a frame of another site', () => {
  it('a mandate in a frame is set up there, and the shop gets its ID and status from the page alone', async () => {
    const { page, payer } = await checkout('success');
    await payer.setsItUp();
    await payer.sees('Direct debit set up');
    const statuses = async () =>
      (await messagesOf(page, 'towpath:mandate')).map(({ status }) => status).join(' ');
    const done = await eventually(async () => {
      const all = await statuses();
      return all.endsWith('SUCCEEDED') && all;
    });
    expect(done.startsWith('AUTHORIZATION_REQUIRED AUTHORIZING')).toBe(true);
    const all = await messagesTo(page);
    expect(new Set(all.map(({ origin }) => origin))).toEqual(new Set([hosted.site.origin]));
    const members = new Set(all.map(({ data }) => Object.keys(data).sort().join()));
    expect(members).toEqual(new Set(['height,type', 'mandate_id,status,type']));
    expect(new URL(page.url()).origin).toBe(shop.origin);
  });

  it('a framed mandate page sends its height, so that nothing is cut off or scrolls', async () => {
    const { page, payer } = await checkout('success');
    const fits = () =>
      framed(page).evaluate(
        () => document.documentElement.scrollHeight <= window.innerHeight && window.innerHeight,
      );
    await payer.sees('Choose your bank');
    const list = await eventually(fits, { describe: 'a frame as high as its list of banks' });
    await payer.entersAccount();
    const consent = await eventually(async () => {
      const height = await fits();
      return height !== list && height;
    });
    expect((await messagesOf(page, 'towpath:height')).at(-1)?.['height']).toBe(consent);
  });

  it('a framed mandate goes on after a reload of the frame, and of the page around it', async () => {
    const { page, payer, mandate } = await checkout('success');
    await payer.choosesBank();
    expect(framed(page).url()).not.toContain('token');
    const views = mandate.views;
    await framed(page).evaluate(() => window.location.reload());
    await eventually(() => mandate.views > views, { describe: 'a second look at the mandate' });
    await payer.sees('Your account');
    await page.reload();
    await payer.sees('Your account');
  });

  it('a framed mandate page takes no focus before the payer gives it', async () => {
    const { page, payer } = await checkout('success');
    await payer.sees('Choose your bank');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});

describe('the page of a bank', () => {
  it('the page of a bank opens beside the shop, and the frame goes on after its tab is closed', async () => {
    const { page, payer } = await checkout('success');
    await payer.choosesBank('Test Bank OAuth');
    await payer.fillsAccount();
    await payer.mainButton.click();
    await payer.presses('Agree and continue to Test Bank OAuth');
    await payer.sees('Confirm with your bank');
    const opened = page.context().waitForEvent('page');
    await payer.mainButton.click();
    const tab = await opened;
    await tab.getByRole('link', { name: 'Approve' }).click();
    await new MandatePayer(tab).sees('You can close this tab');
    await payer.sees('Direct debit set up');
    expect(new URL(page.url()).origin).toBe(shop.origin);
  });
});

describe('a site that the link does not name', () => {
  it('a site that the link does not name gets no mandate page and no message', async () => {
    const { page, mandate } = await checkout('success', stranger);
    await eventually(() => framed(page).url().startsWith('chrome-error:'), {
      describe: 'a refused frame',
    });
    expect(await messagesTo(page)).toEqual([]);
    expect(mandate.views).toBe(0);
  });

  it('a site cannot use the session of another mandate by naming one of its own', async () => {
    const { page, payer, url } = await checkout('success');
    await payer.sees('Choose your bank');
    const own = hosted.site.open('mandate', 'success').token.split('.').slice(0, 2).join('.');
    const { origin, pathname } = new URL(url);
    await framed(page).goto(`${origin}${pathname}?link=${own}`);
    await payer.sees('Start again');
  });
});
