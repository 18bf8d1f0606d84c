import type { FrameLocator, Locator, Page } from 'playwright-core';

/** What a payer does with the page, in the words that a payer sees. */
export class Payer {
  constructor(readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get fields(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  get payButton(): Locator {
    return this.page.locator('.button--primary');
  }

  async sees(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  /** The card form is there and takes input. */
  async seesCardForm(): Promise<void> {
    await this.page.locator('.card-fields--ready').waitFor();
    await this.fields.getByLabel('Card number').waitFor();
  }

  async fillCard(): Promise<void> {
    await this.seesCardForm();
    await this.fields.getByLabel('Card number').fill('4242424242424242');
    await this.fields.getByLabel('Expiry date').fill('1234');
    await this.fields.getByLabel('Security code').fill('123');
  }

  async pays(): Promise<void> {
    await this.fillCard();
    await this.payButton.click();
  }
}
