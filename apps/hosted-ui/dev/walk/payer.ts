import type { FrameLocator, Locator, Page } from 'playwright-core';
import { focusedTitleIn, titleIn } from './titles.js';

/** What a payer does with the page, in the words that a payer sees. */
export class Payer {
  /** @param place where the payment page is, when it stands in a frame of `page` */
  constructor(
    readonly page: Page,
    private readonly place: Page | FrameLocator = page,
  ) {}

  get heading(): Locator {
    return this.place.getByRole('heading', { level: 1 });
  }

  get fields(): FrameLocator {
    return this.place.frameLocator('.card-fields iframe');
  }

  get payButton(): Locator {
    return this.place.locator('.button--primary');
  }

  async sees(title: string): Promise<void> {
    await titleIn(this.place, title).waitFor();
  }

  async isBroughtTo(title: string): Promise<void> {
    await focusedTitleIn(this.place, title).waitFor();
  }

  async presses(name: string): Promise<void> {
    await this.place.getByRole('button', { name, exact: true }).click();
  }

  /** The card form is there and takes input. */
  async seesCardForm(): Promise<void> {
    try {
      await this.place.locator('.card-fields--ready').waitFor();
      await this.fields.locator('#number').waitFor();
    } catch (error) {
      throw new Error(`instead of the card form: ${await this.whatIsThere()}`, { cause: error });
    }
  }

  /** Of the payment page and of the card gateway's frame: what a reader of a failed test needs. */
  private async whatIsThere(): Promise<string> {
    const page = await this.place.locator('body').innerText();
    const frames = this.page.frames().map((frame) => frame.url());
    return `${page} (frames: ${frames.join(', ')})`;
  }

  async fillCard(): Promise<void> {
    await this.seesCardForm();
    await this.fields.locator('#number').fill('4242424242424242');
    await this.fields.locator('#expiry').fill('1234');
    await this.fields.locator('#cvc').fill('123');
  }

  /** Pays with the first of the saved methods. */
  async tapsFirst(): Promise<void> {
    await this.seesCardForm();
    await this.place.locator('.one-tap button').first().click();
  }

  /** The page goes to the bank's, which does not come: as on a slow connection. */
  async staysAtChallenge(): Promise<void> {
    await this.page.context().route('**/challenge?**', (route) => route.fulfill({ status: 204 }));
  }

  async pays(): Promise<void> {
    await this.fillCard();
    await this.payButton.click();
  }
}
