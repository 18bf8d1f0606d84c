/** @takes 20 s */
import { jest } from '@jest/globals';
import { snippetsOf } from '@towpath/testing';
import type { Page } from 'playwright-core';
import { Shop } from '../dev/fake/shop.fixture.js';
import { LinkUser } from '../dev/walk/visitors.js';
import { HostedSite, seesLater } from './hosted-site.js';

const RETURN_URI = 'http://127.0.0.1:8090/callback';

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

async function open(scenario: string, { movableClock = false } = {}) {
  const context = await hosted.payer();
  const arrived: { method: string; url: string; body: string | null }[] = [];
  await context.route('http://127.0.0.1:8090/**', (route) => {
    const request = route.request();
    arrived.push({ method: request.method(), url: request.url(), body: request.postData() });
    return route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' });
  });
  const page = await context.newPage();
  if (movableClock) await page.clock.install();
  const { url, token } = hosted.site.open('link', scenario);
  const link = hosted.site.backend.link.link(token);
  if (!link) throw new Error(`no link of scenario ${scenario}`);
  await page.goto(url);
  return { user: new LinkUser(page), page, link, arrived };
}

describe('a login that cannot be repeated here', () => {
  it('a login that is limited leads only back to the app', async () => {
    const { page, arrived } = await open('limited');
    await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual([
      expect.stringMatching(/^Return to /),
    ]);
    await page.getByRole('button', { name: /^Return to / }).click();
    await page.getByRole('heading', { name: 'The app' }).waitFor();
    expect(arrived).toMatchObject([{ method: 'POST' }]);
  });

  it('another login than the linked one says what was accepted, and what stays', async () => {
    const { page } = await open('other_login');
    await page.getByRole('heading', { name: 'This is another login' }).waitFor();
    await page.getByText('not the login that you linked before').waitFor();
    await page.getByText('Nothing was changed').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Check and agree' }).waitFor();
  });
});

it('a bank says in which country it is, until the user chooses one', async () => {
  const { user, page } = await open('success');
  await user.bank('Jade Orchard Bank').getByText('Singapore').waitFor();
  await user.bank('Test Bank').getByText('Hong Kong · Personal Internet Banking').waitFor();
  await page.locator('#bank-country').selectOption('HKG');
  await user.bank('Test Bank').getByText('Personal Internet Banking', { exact: true }).waitFor();
});

const fields = (body: string | null) => Object.fromEntries(new URLSearchParams(body ?? ''));

describe('by keyboard alone', () => {
  it('an arrow key that comes with a new list of banks, before it is painted, marks the first bank', async () => {
    const { user, page } = await open('success');
    await user.bank('Test Bank').waitFor();
    const search = page.locator('#bank-search');
    await search.focus();
    await page.evaluate(() => {
      const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });
      const arrival = new MutationObserver(() => {
        arrival.disconnect();
        document.activeElement?.dispatchEvent(key);
      });
      arrival.observe(document.querySelector('#banks') ?? document, { childList: true });
    });
    await search.fill('tset bank');
    await page.getByText('4 banks', { exact: true }).waitFor();
    // What a paint sets off has happened by the second frame.
    await page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
    expect(await search.getAttribute('aria-activedescendant')).toBe('banks-0');
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Check and agree');
  });

  it('a user links a bank by keyboard alone: finds it, agrees, logs in, answers, goes back', async () => {
    const { user, page, link, arrived } = await open('success');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await user.bank('Test Bank').waitFor();
    await page.locator('#bank-search').focus();
    await page.keyboard.type('tset bank');
    await page.getByText('4 banks', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Check and agree');
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Sign in to Test Bank');
    for (const typed of ['', 'user_device', 'datagood']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Choose a device');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Enter the code');
    await page.keyboard.press('Tab');
    await page.keyboard.type('000 000');
    await page.keyboard.press('Enter');
    await page.locator('#action-otp[aria-invalid="true"]:focus').waitFor();
    await page.keyboard.type('123 456');
    await page.keyboard.press('Enter');
    await user.isBroughtTo('Test Bank is linked');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await user.sees('The app');
    expect(link.received).toEqual([
      { user_id: 'user_device', password: 'datagood' },
      { device: 'phone' },
      { otp: '000000' },
      { otp: '123456' },
    ]);
    for (const secret of ['datagood', 'user_device', '123456']) {
      expect(sent.filter((body) => body.includes(secret))).toEqual([]);
    }
    expect(arrived).toMatchObject([{ method: 'POST', url: RETURN_URI }]);
    expect(fields(arrived[0]?.body ?? null)).toMatchObject({ code: 'code_1', state: 's-1' });
  });
});

/** What a screen reader makes of the page: roles and names, in their order. */
const spoken = (page: Page) => page.locator('body').ariaSnapshot();

describe('in the tree of a screen reader', () => {
  it('a screen reader gets each step’s heading, fields and faults by name', async () => {
    const { user, page } = await open('refresh_on');
    await user.sees('Check and agree');
    const consent = await spoken(page);
    expect(consent).toMatch(/heading "Check and agree[^"]*" \[level=1\]/);
    expect(consent).toMatch(/checkbox "Keep the data up to date/);
    expect(consent).toMatch(/button "Agree and continue"/);
    await user.agrees();
    await user.logsIn('nobody');
    await user.notice.waitFor();
    const login = await spoken(page);
    expect(login).toMatch(/heading "Sign in to Test Bank[^"]*" \[level=1\]/);
    expect(login).toMatch(/alert[^\n]*\n?[^\n]*Your bank did not accept this login/);
    expect(login).toMatch(/textbox "User ID"/);
    expect(login).toMatch(/textbox "Password"/);
    expect(login).toMatch(/button "Sign in"/);
    await user.logsIn('user_otp');
    await user.sees('Enter the code');
    await user.entersCode('000000');
    await page.locator('#action-otp[aria-invalid="true"]').waitFor();
    const action = await spoken(page);
    expect(action).toMatch(/alert[^\n]*\n?[^\n]*That code is not right/);
    expect(action).toMatch(/textbox "[^"]*[Cc]ode/);
    await user.entersCode();
    await user.sees('Test Bank is linked');
    const done = await spoken(page);
    expect(done).toMatch(/heading "Test Bank is linked[^"]*" \[level=1\]/);
    expect(done).toMatch(/list/);
    expect(done).toMatch(/Accounts and balances/);
  });
});

describe('the way back', () => {
  it('the way back by query carries the fields in the address', async () => {
    const { user, arrived } = await open('query');
    await user.links();
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    await user.sees('The app');
    const [{ method, url } = { method: '', url: RETURN_URI }] = arrived;
    const { code, state } = Object.fromEntries(new URL(url).searchParams);
    expect([method, code, state]).toEqual(['GET', 'code_1', 's-1']);
  });

  it('the way back is taken by itself in auto_redirect, and on a wish to cancel', async () => {
    const { user, arrived } = await open('auto_redirect', { movableClock: true });
    await user.links();
    await seesLater(user.page.getByRole('heading', { name: 'The app' }));
    const cancelled = await open('success');
    await cancelled.user.bank('Test Bank').waitFor();
    await cancelled.user.presses('Cancel');
    await cancelled.user.sees('The app');
    const errors = [...arrived, ...cancelled.arrived].map(({ body }) => fields(body)['error']);
    expect(errors).toEqual([undefined, 'access_denied']);
  });

  it('a user comes back from the page of a bank, approved or not', async () => {
    const { user, page } = await open('success');
    await user.chooses('Test Bank OAuth');
    await user.mainButton.click();
    await page.getByText('Refuse').click();
    await user.isBroughtTo('Not confirmed');
    await user.presses('Try again');
    await user.mainButton.click();
    await page.getByText('Approve').click();
    await user.isBroughtTo('Test Bank OAuth is linked');
    expect(page.url()).not.toContain('from_bank');
  });
});

describe('in a frame', () => {
  it('a framed link page says how it was left to its own site alone, after the app’s answer', async () => {
    const { page, arrived } = await open('success');
    const [example = ''] = snippetsOf('docs/link-page.md', { language: 'html' });
    const shop = await Shop.start('localhost', example);
    hosted.site.embeddingOrigins = [shop.origin];
    await page.goto(shop.checkout(hosted.site.open('link', 'iframe').url));
    await new LinkUser(page, page.frameLocator('iframe')).links();
    const strings =
      "window.received.map(({ data }) => data).filter((data) => typeof data === 'string')";
    await page.waitForFunction(`${strings}.length > 0`);
    expect(await page.evaluate(strings)).toEqual(['success']);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(arrived).toMatchObject([{ method: 'POST', url: RETURN_URI }]);
    hosted.site.embeddingOrigins = [];
    await shop.stop();
  });
});
