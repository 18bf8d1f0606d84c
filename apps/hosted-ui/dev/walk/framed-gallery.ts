import type { BrowserContext, Page } from 'playwright-core';
import type { FakeSite } from '../fake/fake-site.js';
import type { MandateScenarioName } from '../fake/mandate/mandate-scenarios.js';
import type { ScenarioName } from '../fake/scenarios.js';
import type { Shop } from '../fake/shop.js';
import { MandatePayer } from './mandate-payer.js';
import { Payer } from './payer.js';
import type { Speaker } from './speakers.js';

/** A shop, which the site lets frame its pages, and who looks. */
export interface Checkout {
  readonly site: FakeSite;
  readonly shop: Shop;
  readonly context: BrowserContext;
  readonly speaker: Speaker;
}

interface FramedEntry<P, S> {
  readonly name: string;
  readonly scenario: S;
  readonly arrive: (payer: P, speaker: Speaker) => Promise<void>;
}

/** The payment page in a frame of a shop. */
export const FRAMED_PAYMENTS: readonly FramedEntry<Payer, ScenarioName>[] = [
  { name: 'frame-form', scenario: 'iframe', arrive: (payer) => payer.seesCardForm() },
  {
    name: 'frame-session-ending',
    scenario: 'iframe_session_ending',
    arrive: async (payer) => {
      await payer.page.frameLocator('#payment').locator('.session-notice').waitFor();
      await payer.seesCardForm();
    },
  },
  {
    name: 'frame-challenge',
    scenario: 'iframe_challenge',
    arrive: async (payer, { texts }) => {
      await payer.staysAtChallenge();
      await payer.pays();
      await payer.sees(texts.challenge.title);
    },
  },
  {
    name: 'frame-failed',
    scenario: 'iframe_declined',
    arrive: async (payer, { texts }) => {
      await payer.pays();
      await payer.sees(texts.failed.causes.PAYMENT_METHOD_DECLINED.title);
    },
  },
  {
    name: 'frame-success',
    scenario: 'iframe',
    arrive: async (payer, { texts }) => {
      await payer.pays();
      await payer.sees(texts.success.title);
    },
  },
];

/** The mandate page in a frame of a shop. */
export const FRAMED_MANDATES: readonly FramedEntry<MandatePayer, MandateScenarioName>[] = [
  {
    name: 'frame-institution',
    scenario: 'success',
    arrive: (payer) => payer.bank('Test Bank').waitFor(),
  },
  { name: 'frame-consent', scenario: 'success', arrive: (payer) => payer.entersAccount() },
  { name: 'frame-bank-page', scenario: 'success', arrive: reachesBankPage },
  {
    name: 'frame-success',
    scenario: 'success',
    arrive: async (payer, { words }) => {
      await payer.setsItUp();
      await payer.sees(words.success.title);
    },
  },
];

async function reachesBankPage(payer: MandatePayer, { words }: Speaker): Promise<void> {
  await payer.choosesBank('Test Bank OAuth');
  await payer.fillsAccount();
  await payer.mainButton.click();
  await payer.presses(words.consent.agreeAndGo('Test Bank OAuth'));
  await payer.sees(words.bankPage.title);
}

export async function visitFramedPayment(
  { scenario, arrive }: (typeof FRAMED_PAYMENTS)[number],
  checkout: Checkout,
): Promise<{ readonly page: Page }> {
  const { site, speaker } = checkout;
  const page = await framed(site.open(scenario, speaker.link).url, checkout);
  await arrive(new Payer(page, page.frameLocator('#payment')), speaker);
  return { page };
}

export async function visitFramedMandate(
  { scenario, arrive }: (typeof FRAMED_MANDATES)[number],
  checkout: Checkout,
): Promise<{ readonly page: Page }> {
  const { site, speaker } = checkout;
  const page = await framed(site.openMandate(scenario, speaker.mandate).url, checkout);
  await arrive(new MandatePayer(page, page.frameLocator('#payment')), speaker);
  return { page };
}

async function framed(url: string, { shop, context }: Checkout): Promise<Page> {
  const page = await context.newPage();
  await page.goto(shop.checkout(url));
  return page;
}
