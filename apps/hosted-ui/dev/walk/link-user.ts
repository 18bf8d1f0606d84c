import type { FrameLocator, Locator, Page } from 'playwright-core';
import { focusedTitleIn, titleIn } from './titles.js';

/** What a user does with the link page; fields are found by place, so that any language works. */
export class LinkUser {
  /** @param place where the link page is, when it stands in a frame of `page` */
  constructor(
    readonly page: Page,
    readonly place: Page | FrameLocator = page,
  ) {}

  get heading(): Locator {
    return this.place.getByRole('heading', { level: 1 });
  }

  get mainButton(): Locator {
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

  bank(name: string): Locator {
    return this.place.locator('.bank').filter({ has: this.place.getByText(name, { exact: true }) });
  }

  async chooses(name = 'Test Bank'): Promise<void> {
    await this.bank(name).click();
    await this.place.locator('.statement').waitFor();
  }

  async agrees(): Promise<void> {
    await this.place.locator('.statement').waitFor();
    await this.mainButton.click();
    await this.place.locator('#bank-user-id').waitFor();
  }

  async logsIn(userId = 'usergood', password = 'datagood'): Promise<void> {
    await this.place.locator('#bank-user-id').fill(userId);
    await this.place.locator('#bank-password').fill(password);
    await this.mainButton.click();
  }

  /** From the search to the bank's answer. */
  async links(userId = 'usergood', password = 'datagood'): Promise<void> {
    await this.chooses();
    await this.agrees();
    await this.logsIn(userId, password);
  }

  async entersCode(code = '123456'): Promise<void> {
    await this.place.locator('#action-otp').fill(code);
    await this.mainButton.click();
  }

  notice(): Locator {
    return this.place.locator('.notice-region .notice');
  }
}
