import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { GOOD_ACCOUNT, MandatePayer } from '../dev/walk/mandate-payer.js';
import { HostedSite } from './hosted-site.js';

const LIMIT_BYTES = 60 * 1024;
const DIST = join(import.meta.dirname, '../dist');

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

async function open(scenario: string, options: BrowserContextOptions = {}) {
  const context = await hosted.payer(options);
  await context.route('http://127.0.0.1:8090/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
  );
  const page = await context.newPage();
  const { url, token } = hosted.site.openMandate(scenario);
  await page.goto(url);
  const mandate = hosted.site.backend.mandates.mandate(token);
  if (!mandate) throw new Error(`no mandate of scenario ${scenario}`);
  return { payer: new MandatePayer(page), page, mandate, url };
}

describe('by keyboard alone', () => {
  it('a payer finds the bank, agrees and signs in', async () => {
    const { payer, page } = await open('success');
    await payer.bank('Test Bank').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('tset bank');
    await page.getByText('4 banks', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await payer.sees('Your account');
    for (const typed of ['', GOOD_ACCOUNT.holder, GOOD_ACCOUNT.number]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await payer.sees('Check and agree');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await payer.sees('Sign in to Test Bank');
    for (const typed of ['', 'usergood', 'datagood']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await payer.sees('Enter the code');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123 456');
    await page.keyboard.press('Enter');
    await payer.sees('Direct debit set up');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await payer.sees('The shop');
  });

  it('is brought to the field that is wrong', async () => {
    const { payer, page } = await open('success');
    await payer.choosesBank();
    await payer.fillsAccount({ holder: 'Chan', number: '1' });
    await payer.mainButton.click();
    const number = page.locator('#account-number');
    expect(await number.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await number.getAttribute('aria-describedby')).toContain('account-number-fault');
  });

  it('is brought to what the bank refused, with the reason', async () => {
    const { payer, page } = await open('success');
    await payer.agrees();
    await payer.signsIn('usergood', 'wrong');
    const password = page.locator('#bank-password[aria-invalid="true"]:focus');
    await password.waitFor();
    expect(await password.getAttribute('aria-describedby')).toBe('step-notice');
    await payer.signsIn();
    await payer.entersCode('000000');
    await page.locator('#bank-code[aria-invalid="true"]:focus').waitFor();
    await page.keyboard.type('1');
    expect(await page.locator('#bank-code').getAttribute('aria-invalid')).toBeNull();
  });

  it('is brought back to an account number that is refused', async () => {
    const { payer, page } = await open('account_refused');
    await payer.entersAccount();
    await payer.mainButton.click();
    const number = page.locator('#account-number[aria-invalid="true"]:focus');
    await number.waitFor();
    expect(await number.getAttribute('aria-describedby')).toContain('step-notice');
  });
});

describe('what leaves the browser', () => {
  it('is encrypted, and nothing before the payer agrees', async () => {
    const { payer, page, mandate } = await open('success');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await payer.entersAccount();
    expect(sent.some((body) => body.includes('ciphertext'))).toBe(false);
    await payer.mainButton.click();
    await page.locator('#bank-user').waitFor();
    await payer.signsIn();
    await page.locator('#bank-code').waitFor();
    await payer.entersCode();
    await payer.sees('Direct debit set up');
    for (const secret of ['012345678833', 'Chan Tai Man', 'datagood', '123456']) {
      expect(sent.filter((body) => body.includes(secret))).toEqual([]);
    }
    const name = 'INSTITUTION_CREDENTIALS_LOGIN';
    const SHOWN = {
      version: expect.stringMatching(/./),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    const login = { user_id: 'usergood', password: 'datagood' };
    expect(mandate.received).toEqual([
      {
        type: 'ACCOUNT_IDENTIFICATION',
        name,
        value: { account_number: '012345678833', accountholder_name: 'Chan Tai Man' },
      },
      { type: 'ENDUSER_CONSENT', name, value: true, consent_text: SHOWN },
      { type: 'ACCOUNTHOLDER_AUTHENTICATION', name, value: login },
      { type: 'ACCOUNTHOLDER_AUTHENTICATION', name, value: { ...login, otp: '123456' } },
    ]);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    for (const secret of ['datagood', '012345678833', 'Chan']) expect(kept).not.toContain(secret);
  });
});

describe('a reload', () => {
  it('goes on at the first thing that is still to be given', async () => {
    const { payer, page } = await open('success');
    await payer.choosesBank();
    await page.reload();
    await payer.sees('Your account');
    await payer.fillsAccount();
    await payer.mainButton.click();
    await payer.sees('Check and agree');
    await payer.mainButton.click();
    await payer.sees('Sign in to Test Bank');
    await page.reload();
    await payer.sees('Sign in to Test Bank');
    await payer.signsIn();
    await payer.entersCode();
    await payer.sees('Direct debit set up');
    await page.reload();
    await payer.sees('Direct debit set up');
  });

  it('does not need the link again, and the link opens nothing twice', async () => {
    const { payer, page, url } = await open('success');
    await payer.sees('Choose your bank');
    expect(page.url()).not.toContain('token');
    const stranger = new MandatePayer(await (await hosted.payer()).newPage());
    await stranger.page.goto(url);
    await stranger.sees('This link does not work');
  });
});

describe('a lost connection', () => {
  it('is no failure when the agreement arrived', async () => {
    const { payer, mandate } = await open('answer_lost');
    await payer.entersAccount();
    await payer.mainButton.click();
    await payer.sees('Sign in to Test Bank');
    expect(mandate.submissions).toBe(1);
  });

  it('is told when it did not, and the agreement can be sent again', async () => {
    const { payer, page } = await open('request_lost');
    await payer.entersAccount();
    await payer.mainButton.click();
    await page.getByRole('alert').getByText('did not reach us').waitFor();
    await payer.mainButton.click();
    await payer.sees('Sign in to Test Bank');
  });
});

describe('the bank’s own page', () => {
  it.each([
    ['Approve', 'Direct debit set up'],
    ['Refuse', 'Confirm with your bank'],
  ])('%s leads back to: %s', async (decision, title) => {
    const { payer, page } = await open('success');
    await payer.choosesBank('Test Bank OAuth');
    await payer.fillsAccount();
    await payer.mainButton.click();
    await payer.presses('Agree and continue to Test Bank OAuth');
    await payer.sees('Fake bank');
    await page.getByRole('link', { name: decision }).click();
    await payer.sees(title);
  });
});

describe('a payer who turned back at the bank', () => {
  it('is told so, once, and can go there again', async () => {
    const { payer, page } = await open('success');
    await payer.choosesBank('Test Bank OAuth');
    await payer.fillsAccount();
    await payer.mainButton.click();
    await payer.presses('Agree and continue to Test Bank OAuth');
    await payer.sees('Fake bank');
    await page.getByRole('link', { name: 'Refuse' }).click();
    const alert = page.getByRole('alert').getByText('not confirmed at your bank');
    await alert.waitFor();
    expect(page.url()).not.toContain('from_bank');
    await page.reload();
    await payer.sees('Confirm with your bank');
    expect(await alert.count()).toBe(0);
    await payer.presses('Continue to Test Bank OAuth');
    await payer.sees('Fake bank');
  });
});

describe('a payer who presses twice', () => {
  it('agrees once', async () => {
    const { payer, mandate } = await open('slow');
    await payer.entersAccount();
    await payer.mainButton.dblclick();
    await payer.sees('Sign in to Test Bank');
    expect(mandate.submissions).toBe(1);
  });
});

describe('the first load of the mandate page', () => {
  it.each(['success', 'zh_hant', 'ko', 'vi'])('takes at most 60 KB: %s', async (scenario) => {
    const page = await (await hosted.payer()).newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/hosted/')) asked.push(pathname);
    });
    await page.goto(hosted.site.openMandate(scenario).url);
    await new MandatePayer(page).bank('Test Bank').waitFor();
    const weights = await Promise.all(asked.map(weight));
    const total = weights.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(5 * 1024);
    expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
  });
});

/** Bytes on the wire of one file, as the gateway sends it to a browser that takes gzip alone. */
async function weight(path: string): Promise<number> {
  const name = path.slice('/hosted/'.length);
  const file = join(DIST, name.includes('.') ? name : 'mandate.html');
  const ready = `${file}.gz`;
  return existsSync(ready) ? (await readFile(ready)).length : gzipSync(await readFile(file)).length;
}
