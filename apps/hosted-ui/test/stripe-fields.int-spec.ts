import { jest } from '@jest/globals';
import { callsToStripe, eventually, stripeCardIn, stripeFieldsFrame } from '@towpath/testing';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ScenarioName } from '../dev/fake/scenarios.js';
import { Shop } from '../dev/fake/shop.fixture.js';
import { actAsProcessor } from '../dev/walk/processor.fixture.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { Payer } from '../dev/walk/visitors.js';
import { FIELDS_TEXTS } from '../src/pages/stripe-fields/texts.js';
import { LANGUAGES } from '../src/shared/i18n/languages.js';
import { HostedSite } from './hosted-site.js';

jest.setTimeout(60_000);

let hosted: HostedSite;
/** Of scripts and policies, in every frame of every page. */
let faults: string[];

beforeAll(async () => {
  hosted = await HostedSite.start();
});
beforeEach(() => {
  faults = [];
});
afterEach(async () => {
  await hosted.closePayers();
  expect(faults).toEqual([]);
});
afterAll(() => hosted.stop());

type Circumstances = BrowserContextOptions & {
  readonly language?: (typeof LANGUAGES)[number];
};

async function aTab(scenario: ScenarioName, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await hosted.payer({ viewport: { width: 390, height: 844 }, ...options });
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  await actAsProcessor(context, scenario);
  return context.newPage();
}

async function open(scenario: ScenarioName, { language = 'en', ...options }: Circumstances = {}) {
  const page = await aTab(scenario, options);
  const { views } = speakerOf(language);
  const { url, token } = hosted.site.open('pay', scenario, views.pay);
  await page.goto(url);
  const link = hosted.site.backend.pay.link(token);
  if (!link) throw new Error(`no link for ${scenario}`);
  return { page, link, payer: new Payer(page) };
}

const given = async (page: Page, name: string) =>
  (await callsToStripe(page)).filter((call) => call.name === name).map((call) => call.given);

/** The first words of Stripe, by the language that the fields ask for. */
const LABELS = {
  en: 'Card number',
  'zh-Hant': '卡號',
  'zh-Hans': '卡号',
  ko: '카드 번호',
  vi: 'Số thẻ',
};
const CARDS_ONLY = { allowedPaymentMethodTypes: ['card'], locale: 'en' };

describe('the card fields of Stripe', () => {
  it.each([
    [
      'a payment',
      'processor_fields',
      { mode: 'payment', amount: 124_850, captureMethod: 'manual', setupFutureUsage: null },
    ],
    [
      'a payment that stores its card',
      'processor_fields_saved',
      {
        mode: 'payment',
        amount: 124_850,
        captureMethod: 'manual',
        setupFutureUsage: 'off_session',
      },
    ],
    ['a set-up', 'processor_fields_setup', { mode: 'setup', setupFutureUsage: 'off_session' }],
  ] as const)('take a card for %s, as the server opened them', async (_what, scenario, terms) => {
    const { page, payer } = await open(scenario);
    await payer.typesAtProcessor();
    const sent = page.waitForRequest('**/submit_card');
    const calls = await callsToStripe(page);
    await payer.mainButton.click();
    const { card } = (await sent).postDataJSON() as { readonly card: object };
    expect(card).toEqual({
      token: 'ctoken_4242',
      brand: 'visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2034,
      country: 'HK',
      funding: 'CREDIT',
    });
    await payer.heading.filter({ hasText: /Payment complete|Card saved/ }).waitFor();
    expect(calls.slice(0, 3)).toEqual([
      { name: 'Stripe', given: { stripeAccount: 'acct_fields' } },
      {
        name: 'elements',
        given: {
          ...CARDS_ONLY,
          currency: 'hkd',
          ...terms,
          appearance: expect.any(Object) as unknown,
        },
      },
      {
        name: 'create payment',
        given: {
          layout: 'tabs',
          wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
          terms: { card: 'never' },
        },
      },
    ]);
  });

  it('receive a changed surcharge, and keep what the payer typed', async () => {
    const { page, payer } = await open('processor_fields_surcharge');
    await payer.typesAtProcessor();
    await payer.mainButton.filter({ hasText: 'Pay HK$1,280.01' }).click();
    await payer.notice.waitFor();
    await payer.mainButton.filter({ hasText: 'Pay HK$1,290.50' }).waitFor();
    await eventually(async () => (await given(page, 'update')).some(({ amount }) => amount));
    const amounts = (await given(page, 'update')).map(({ amount }) => amount).filter(Boolean);
    expect((await given(page, 'elements')).map(({ amount }) => amount)).toEqual([128_001]);
    expect(amounts).toEqual([129_050]);
    expect(await stripeCardIn(payer.place).locator('#number').inputValue()).toBe(
      '4242 4242 4242 4242',
    );
    await payer.mainButton.click();
    await payer.sees('Payment complete');
  });

  it('show what is wrong with a card in the words of Stripe', async () => {
    const { page, payer } = await open('processor_fields');
    await payer.place.locator('.card-fields--ready').waitFor();
    await payer.mainButton.click();
    await page.getByRole('alert').getByText('Your card number is incomplete.').waitFor();
    expect(await given(page, 'createConfirmationToken')).toEqual([]);
    await payer.typesAtProcessor();
    await payer.mainButton.click();
    await payer.sees('Payment complete');
  });

  it.each(LANGUAGES)(
    'are in %s, and say in it that nobody answered and that nothing was paid',
    async (language) => {
      const { page, payer, link } = await open('processor_fields_unanswered', { language });
      await payer.typesAtProcessor();
      const label = stripeCardIn(page).locator('label').first();
      expect(await label.innerText()).toBe(LABELS[language]);
      await payer.mainButton.click();
      await page.getByRole('alert').getByText(FIELDS_TEXTS[language].unreachable).waitFor();
      expect(link.submits).toBe(0);
      const [{ locale } = {}] = await given(page, 'elements');
      const locales = { en: 'en', 'zh-Hant': 'zh-HK', 'zh-Hans': 'zh', ko: 'ko', vi: 'vi' };
      expect(locale).toBe(locales[language]);
    },
  );

  it('say at once that the script of Stripe is blocked, and can be loaded again', async () => {
    const { page, payer, link } = await open('processor_fields_blocked');
    await payer.notice.getByText(FIELDS_TEXTS.en.notLoaded).waitFor();
    expect(await payer.mainButton.getAttribute('aria-disabled')).toBe('true');
    await actAsProcessor(page, 'processor_fields');
    await payer.presses('Reload the card form');
    await payer.typesAtProcessor();
    await payer.mainButton.click();
    await payer.sees('Payment complete');
    expect(link.submits).toBe(1);
  });

  it('say that a session has ended meanwhile, and that nothing was paid', async () => {
    const { page, payer, link } = await open('processor_fields_ended');
    await payer.typesAtProcessor();
    await payer.mainButton.click();
    await payer.sees('Open the link again');
    expect(link.submits).toBe(0);
    expect(page.frames()).toHaveLength(1);
  });

  it.each(['light', 'dark'] as const)(
    'have the colours of the page in a %s scheme',
    async (colorScheme) => {
      const { page, payer } = await open('processor_fields', { colorScheme });
      await payer.place.locator('.card-fields--ready').waitFor();
      const changed = await eventually(async () => (await given(page, 'update'))[0]);
      const accent = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
      );
      expect(changed['appearance']).toMatchObject({
        theme: colorScheme === 'dark' ? 'night' : 'stripe',
        variables: { colorPrimary: accent },
      });
      // Their ground shows the page behind them.
      const ground = () => getComputedStyle(document.body).backgroundColor;
      expect(await stripeFieldsFrame(page).evaluate(ground)).toBe('rgba(0, 0, 0, 0)');
    },
  );

  it('are accessible', async () => {
    const { page, payer } = await open('processor_fields', { language: 'ko' });
    await payer.place.locator('.card-fields--ready').waitFor();
    const frame = stripeFieldsFrame(page);
    await frame.evaluate(axe.source);
    const violations = await frame.evaluate(async () => {
      const { axe: inspector } = window as unknown as { readonly axe: typeof axe };
      const found = await inspector.run(document, { iframes: false });
      return found.violations.filter(({ tags }) => tags.some((tag) => tag.startsWith('wcag')));
    });
    expect(violations).toEqual([]);
    expect(await frame.title()).toBe('카드 정보');
  });
});

describe('the origin of the card fields', () => {
  it('listens to the payment page alone, in whatever nest of frames', async () => {
    const shop = await Shop.start('127.0.0.1');
    hosted.site.embeddingOrigins = [shop.origin];
    const page = await aTab('processor_fields');
    await page.goto(shop.checkout(hosted.site.open('pay', 'processor_fields').url));
    const payer = new Payer(page, page.frameLocator('#payment'));
    await payer.typesAtProcessor();
    const arrived = stripeFieldsFrame(page).evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('message', ({ data }) => {
            if ((data as { readonly type?: string }).type === 'card-fields:submit') resolve(data);
          });
        }),
    );
    // Of the shop, in the tab around the payment page.
    const submit = () =>
      window.frames[0]?.frames[0]?.postMessage({ type: 'card-fields:submit' }, '*');
    await eventually(async () => {
      await page.evaluate(submit);
      return Promise.race([arrived.then(() => true), page.evaluate(() => false)]);
    });
    expect(await given(page, 'submit')).toEqual([]);
    await payer.mainButton.click();
    await payer.sees('Payment complete');
    hosted.site.embeddingOrigins = [];
    await shop.stop();
  });

  it('is not framed by a site that the link does not name', async () => {
    const stranger = await Shop.start('127.0.0.1');
    const { page } = await open('processor_fields');
    const fields = await eventually(() =>
      page.frames().find((frame) => frame.url().includes('/fields/stripe')),
    );
    const other = await aTab('processor_fields');
    await other.goto(stranger.checkout(fields.url()));
    await eventually(() => other.frames().some((each) => each.url().startsWith('chrome-error:')));
    await stranger.stop();
    expect(faults.splice(0).join()).toContain('frame-ancestors');
  });
});
