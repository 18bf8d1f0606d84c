import {
  launchBrowser,
  patient,
  TEST_CARDS,
  typeStripeCard,
  type TestCard,
} from '@towpath/testing';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };
/** A busy machine is slow, a broken page is silent. */
const PATIENCE_MS = 45_000;

/** Chromium for a spec file; each payer has a profile of their own. */
export class Payers {
  private readonly profiles: BrowserContext[] = [];

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<Payers> {
    return new Payers(await launchBrowser());
  }

  /**
   * Somebody opens a payment link on a phone.
   * @param prepare runs before the first page
   */
  async open(
    linkUrl: string,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<BrowserPayer> {
    const context = await this.browser.newContext({
      viewport: PHONE,
      locale: 'en-HK',
      // Headless Chromium renders each frame of an animation on the CPU.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patient(PATIENCE_MS));
    this.profiles.push(context);
    await prepare?.(context);
    return BrowserPayer.open(context, linkUrl);
  }

  /** Closes the pages of all payers: open pages poll. */
  async leave(): Promise<void> {
    await Promise.all(this.profiles.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** What a payer does with the pages, in the words that a payer sees. */
export class BrowserPayer {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(context: BrowserContext, linkUrl: string): Promise<BrowserPayer> {
    const page = await context.newPage();
    await page.goto(linkUrl);
    return new BrowserPayer(context, page);
  }

  /** The same person opens another tab. */
  anotherTab(linkUrl: string): Promise<BrowserPayer> {
    return BrowserPayer.open(this.context, linkUrl);
  }

  /** Waits for the screen with this heading. */
  async sees(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  async reads(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async seesCardForm(): Promise<void> {
    await this.page.locator('.card-fields--ready').waitFor();
    await this.fields.getByLabel('Card number').waitFor();
  }

  async types(card: TestCard): Promise<void> {
    await this.seesCardForm();
    await this.fields.getByLabel('Card number').fill(TEST_CARDS[card]);
    await this.fields.getByLabel('Expiry date').fill('12 / 34');
    await this.fields.getByLabel('Security code').fill('123');
  }

  async pays(card: TestCard): Promise<void> {
    await this.types(card);
    await this.mainButton.click();
  }

  /** In the card fields of Stripe; the number of one of its test cards. */
  async paysAtStripe(number: string): Promise<void> {
    await typeStripeCard(this.page, number);
    await this.mainButton.click();
  }

  async presses(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** On the page of the sandbox's bank, which then leads back to the link. */
  async decides(decision: 'Approve' | 'Refuse'): Promise<void> {
    await this.sees('Confirm your payment');
    await this.presses(decision);
  }

  get mainButton(): Locator {
    return this.page.locator('.button--primary');
  }

  private get fields(): FrameLocator {
    return this.page.frameLocator('.card-fields iframe');
  }
}
