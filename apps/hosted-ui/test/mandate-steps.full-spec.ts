/** @takes 25 s */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { speakerOf } from '../dev/walk/speakers.js';
import { GOOD_ACCOUNT, MandatePayer } from '../dev/walk/visitors.js';
import { LANGUAGES, type Language } from '../src/shared/i18n/languages.js';
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

async function open(scenario: string, language: Language = 'en') {
  const context = await hosted.payer();
  await context.route('http://127.0.0.1:8090/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
  );
  const page = await context.newPage();
  const { views } = speakerOf(language);
  const { url, token } = hosted.site.open('mandate', scenario, views.mandate);
  await page.goto(url);
  const mandate = hosted.site.backend.mandate.link(token);
  if (!mandate) throw new Error(`no mandate of scenario ${scenario}`);
  return { payer: new MandatePayer(page), page, mandate, url };
}

describe('a payer whose account is known', () => {
  it('a payer whose account is known is asked for no bank and offered no other', async () => {
    const { payer, page, mandate } = await open('known_account');
    await payer.isBroughtTo('Check and agree');
    await payer.mainButton.click();
    await payer.isBroughtTo('Sign in to Test Bank');
    expect(await page.locator('.chosen-bank').getByText('Test Bank').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Change bank' }).count()).toBe(0);
    await payer.signsIn('user_locked', 'datagood');
    const notice = page.getByRole('alert').locator('.notice');
    await notice.waitFor();
    expect(await notice.textContent()).not.toContain('another bank');
    await payer.signsIn();
    await page.locator('#bank-code').waitFor();
    await payer.entersCode();
    await payer.isBroughtTo('Direct debit set up');
    expect(mandate.received.map(({ type }) => type)).not.toContain('ACCOUNT_IDENTIFICATION');
  });

  it('a payer whose bank is known goes on with it by keyboard', async () => {
    const { payer, page } = await open('known_account_unchosen');
    await payer.isBroughtTo('Your bank');
    await payer.mainButton.waitFor();
    expect([await payer.search.count(), await page.getByRole('listbox').count()]).toEqual([0, 0]);
    expect(await page.locator('.chosen-bank').textContent()).toContain('Test Bank');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Your account');
    expect(await page.getByRole('button', { name: 'Change bank' }).count()).toBe(0);
  });
});

describe('by keyboard alone', () => {
  it('a payer finds the bank, agrees and signs in by keyboard alone', async () => {
    const { payer, page, mandate } = await open('success');
    await payer.bank('Test Bank').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('tset bank');
    await page.getByText('4 banks', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Your account');
    for (const typed of ['', GOOD_ACCOUNT.holder, GOOD_ACCOUNT.number]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Check and agree');
    for (const typed of ['', '800.50']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Sign in to Test Bank');
    expect(limitIn(mandate.received)).toEqual({ max_transaction_amount: 80_050 });
    for (const typed of ['', 'usergood', 'datagood']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Enter the code');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123 456');
    await page.keyboard.press('Enter');
    await payer.isBroughtTo('Direct debit set up');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await payer.sees('The shop');
  });

  it('a payer is brought to the field that is wrong', async () => {
    const { payer, page } = await open('success');
    await payer.choosesBank();
    await payer.fillsAccount({ holder: 'Chan', number: '1' });
    await payer.mainButton.click();
    const number = page.locator('#account-number');
    expect(await number.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await number.getAttribute('aria-describedby')).toContain('account-number-fault');
  });

  it('a payer is brought to what the bank refused, with the reason', async () => {
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

  it('a payer types the password again after too many attempts, but not at once', async () => {
    const { payer, page } = await open('success');
    await payer.agrees();
    await payer.signsIn('user_locked', 'wrong');
    await page.getByRole('alert').getByText('Further sign-ins are refused').waitFor();
    await page.waitForFunction(() => {
      const field = document.querySelector('#bank-password');
      return field instanceof HTMLInputElement && field.value === '';
    });
    expect(await page.locator('#bank-password:focus').count()).toBe(0);
    expect(await page.locator('#bank-user').inputValue()).toBe('user_locked');
  });

  it('a payer is brought back to an account number that is refused', async () => {
    const { payer, page } = await open('account_refused');
    await payer.entersAccount();
    await payer.mainButton.click();
    const number = page.locator('#account-number[aria-invalid="true"]:focus');
    await number.waitFor();
    expect(await number.getAttribute('aria-describedby')).toContain('step-notice');
  });
});

describe('a limit of the payer’s own', () => {
  async function agreeing(scenario: string, language?: Language) {
    const opened = await open(scenario, language);
    await opened.payer.entersAccount();
    const { page } = opened;
    const field = page.locator('#own-most');
    const fault = () => page.locator('#own-most[aria-invalid="true"]:focus');
    return { ...opened, field, fault };
  }

  it.each([
    ['en', 'a little', 'such as 100.00'],
    ['en', '0', 'such as 100.00'],
    ['en', '1,248.51', 'allows HK$1,248.50 at most'],
    ['ko', '1.5', '예: 100'],
  ] as const)(
    '(%s) a limit of the payer’s own is never sent as %j',
    async (language, typed, reason) => {
      const { payer, page, mandate, field, fault } = await agreeing('success', language);
      await payer.limits(typed);
      await field.press('Enter');
      await fault().waitFor();
      const described = (await field.getAttribute('aria-describedby'))?.split(' ');
      expect(described).toEqual(['own-most-hint', 'own-most-fault']);
      expect(await page.locator('#own-most-fault').textContent()).toContain(reason);
      expect(mandate.submissions).toBe(0);
      await payer.limits('');
      expect(await field.getAttribute('aria-invalid')).toBeNull();
      await field.press('Enter');
      await page.locator('#bank-user').waitFor();
      expect(limitIn(mandate.received)).toBe(true);
    },
  );

  it('a limit of the payer’s own is read back, survives a step back, and is on the receipt', async () => {
    const { payer, page, mandate, field } = await agreeing('success');
    await payer.limits('１,000.5');
    expect(await page.locator('#own-most-hint').textContent()).toContain('HK$1,000.50');
    await payer.presses('Change account');
    await payer.sees('Your account');
    await payer.mainButton.click();
    expect(await field.inputValue()).toBe('１,000.5');
    await payer.mainButton.click();
    await payer.signsIn();
    await page.locator('#bank-code').waitFor();
    await payer.entersCode();
    await payer.sees('Direct debit set up');
    expect(limitIn(mandate.received)).toEqual({ max_transaction_amount: 100_050 });
    await page.locator('.receipt').getByText('HK$1,000.50').waitFor();
  });

  it('a limit that the server refuses is shown with the reason, and can be mended', async () => {
    const { payer, page, field, fault } = await agreeing('limit_refused');
    await payer.limits('800');
    await payer.mainButton.click();
    await fault().waitFor();
    expect(await field.getAttribute('aria-describedby')).toContain('step-notice');
    await payer.limits('700');
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await payer.mainButton.click();
    await page.locator('#bank-user').waitFor();
  });

  it.each([
    ['en', 'decimal'],
    ['ko', 'numeric'],
  ] as const)('(%s) a limit is typed with the %s keys of a phone', async (language, keys) => {
    const { field } = await agreeing('success', language);
    expect(await field.getAttribute('inputmode')).toBe(keys);
  });
});

describe('what leaves the browser', () => {
  it('what leaves the browser is encrypted, and nothing leaves before the payer agrees', async () => {
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
  it('a reload goes on at the first thing that is still to be given', async () => {
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

  it('a reload does not need the link again, and the link opens nothing twice', async () => {
    const { payer, page, url } = await open('success');
    await payer.sees('Choose your bank');
    expect(page.url()).not.toContain('token');
    const stranger = new MandatePayer(await (await hosted.payer()).newPage());
    await stranger.page.goto(url);
    await stranger.sees('This link does not work');
  });
});

describe('a lost connection', () => {
  it('a lost connection is no failure when the agreement arrived', async () => {
    const { payer, mandate } = await open('answer_lost');
    await payer.entersAccount();
    await payer.mainButton.click();
    await payer.sees('Sign in to Test Bank');
    expect(mandate.submissions).toBe(1);
  });

  it('an agreement that did not arrive is announced, and can be sent again', async () => {
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
  ])('the bank’s own page with %s leads back to: %s', async (decision, title) => {
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
  it('a payer who turned back at the bank sees that once, and can go there again', async () => {
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
  it('a payer who presses twice agrees once', async () => {
    const { payer, mandate } = await open('slow');
    await payer.entersAccount();
    await payer.mainButton.dblclick();
    await payer.sees('Sign in to Test Bank');
    expect(mandate.submissions).toBe(1);
  });
});

describe('the first load of the mandate page', () => {
  it.each(LANGUAGES)('the mandate page loads at most 60 KB in %s', async (language) => {
    const page = await (await hosted.payer()).newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/hosted/')) asked.push(pathname);
    });
    const { views } = speakerOf(language);
    await page.goto(hosted.site.open('mandate', 'success', views.mandate).url);
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

function limitIn(received: readonly { readonly type: string; readonly value: unknown }[]): unknown {
  return received.find(({ type }) => type === 'ENDUSER_CONSENT')?.value;
}
