import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { patient } from '@towpath/testing';
import type { ScenarioName } from '../dev/fake/scenarios.js';
import { GOOD_ACCOUNT, MandatePayer } from '../dev/walk/visitors.js';
import { Payer } from '../dev/walk/visitors.js';
import { PAY_TEXTS } from '../src/pages/pay/i18n/pay-catalogue.js';
import { HostedSite } from './hosted-site.js';

const { sessionNotice: words, sessionEnded } = PAY_TEXTS.english;
/** The sessions of these scenarios last 100 s, less than the warning. */
const PAST_ITS_END_MS = 101_000;
const AN_HOUR_MS = 3_600_000;

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

async function tab(width = 390): Promise<Page> {
  const context = await hosted.payer({ viewport: { width, height: 568 } });
  const page = await context.newPage();
  await page.clock.install();
  return page;
}

async function opened(scenario: ScenarioName) {
  const page = await tab();
  await page.goto(hosted.site.open('pay', scenario).url);
  const payer = new Payer(page);
  await payer.seesCardForm();
  return { page, payer };
}

const stay = (page: Page) => page.getByRole('button', { name: words.stay });
const titleHasFocus = (page: Page) =>
  page.locator('main h1:focus').waitFor({ state: 'attached', timeout: patient(5_000) });

describe('a payment page that is about to end', () => {
  it('a payment session goes on when the payer presses the button, with everything that was typed', async () => {
    const { page, payer } = await opened('session_ending');
    await payer.fillCard();
    await stay(page).click();
    await stay(page).waitFor({ state: 'detached' });
    await titleHasFocus(page);
    expect(await page.getByRole('status').first().textContent()).toMatch(/more time: until \d/);
    await page.clock.fastForward(PAST_ITS_END_MS);
    expect(await payer.fields.locator('#number').inputValue()).toContain('4242');
    await payer.mainButton.click();
    await payer.sees(PAY_TEXTS.english.success.title);
  });

  it('the end of a session can be put off by keyboard', async () => {
    const { page } = await opened('session_ending');
    await stay(page).waitFor();
    await titleHasFocus(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await stay(page).waitFor({ state: 'detached' });
    await titleHasFocus(page);
  });

  it('a payment session ends when the payer does not answer', async () => {
    const { page, payer } = await opened('session_ending');
    await stay(page).waitFor();
    await page.clock.fastForward(PAST_ITS_END_MS);
    await payer.sees(sessionEnded.title);
    expect(await stay(page).count()).toBe(0);
  });

  it('a session asks nothing long before its end, and asks again before the next one', async () => {
    const { page } = await opened('success');
    expect(await stay(page).count()).toBe(0);
    await page.clock.fastForward(AN_HOUR_MS / 2 - 100_000);
    await stay(page).click();
    await stay(page).waitFor({ state: 'detached' });
    await page.clock.fastForward(AN_HOUR_MS / 2 - 100_000);
    await stay(page).waitFor();
  });

  it('the bar says when more time was not given, and lets the payer ask again', async () => {
    const { page } = await opened('session_ending_lost');
    await stay(page).click();
    await page.getByRole('alert').getByText(words.failed).waitFor();
    expect(await stay(page).getAttribute('aria-disabled')).toBeNull();
  });

  it('the bar says when a session can last no longer', async () => {
    const { page } = await opened('session_ending_for_good');
    await stay(page).click();
    await page.getByRole('alert').getByText('cannot stay open longer').waitFor();
    expect(await stay(page).count()).toBe(0);
    await titleHasFocus(page);
  });

  it('the bar is in sight wherever the payer has scrolled to', async () => {
    const { page } = await opened('session_ending');
    await stay(page).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const box = await stay(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });
});

describe('the bar that says so', () => {
  it('the bar has its button beside the words where there is room, and below them on a phone', async () => {
    const { page } = await opened('session_ending');
    await stay(page).waitFor();
    for (const [width, isInLine] of [
      [1280, true],
      [390, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const text = await page.locator('.session-notice p').boundingBox();
      const button = await stay(page).boundingBox();
      const below = (text?.y ?? 0) + (text?.height ?? 0);
      expect([width, (button?.y ?? 0) < below]).toEqual([width, isInLine]);
      expect(button?.width).toBeLessThanOrEqual(352);
    }
  });

  it('the bar ends no line within the time', async () => {
    const { page } = await opened('session_ending');
    await stay(page).waitFor();
    const text = await page.locator('.session-notice p').textContent();
    expect(text).toMatch(/ at \d+:\d{2}\u00a0[AP]M\./);
  });
});

describe('a mandate page that is about to end', () => {
  it('a mandate session goes on when the payer presses the button, with everything that was typed', async () => {
    const page = await tab();
    await page.goto(hosted.site.open('mandate', 'session_ending').url);
    const payer = new MandatePayer(page);
    await payer.choosesBank();
    await payer.fillsAccount();
    await stay(page).click();
    await stay(page).waitFor({ state: 'detached' });
    await page.clock.fastForward(PAST_ITS_END_MS);
    expect(await page.locator('#account-number').inputValue()).toBe(GOOD_ACCOUNT.number);
    await payer.mainButton.click();
    await payer.mainButton.click();
    await page.locator('#bank-user').waitFor();
  });

  it('a mandate session ends when the payer does not answer', async () => {
    const page = await tab();
    await page.goto(hosted.site.open('mandate', 'session_ending').url);
    await stay(page).waitFor();
    await page.clock.fastForward(PAST_ITS_END_MS);
    await new MandatePayer(page).sees('Start again');
  });
});
