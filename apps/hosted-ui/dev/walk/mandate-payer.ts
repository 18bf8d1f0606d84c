import type { FrameLocator, Locator, Page } from 'playwright-core';
import { focusedTitleIn, titleIn } from './titles.js';

export const GOOD_ACCOUNT = { holder: 'Chan Tai Man', number: '012-345-678833' };

/** What a payer does with the mandate page; fields are found by place, so that any language works. */
export class MandatePayer {
  /** @param place where the mandate page is, when it stands in a frame of `page` */
  constructor(
    readonly page: Page,
    private readonly place: Page | FrameLocator = page,
  ) {}

  get heading(): Locator {
    return this.place.getByRole('heading', { level: 1 });
  }

  get mainButton(): Locator {
    return this.place.locator('.button--primary');
  }

  get search(): Locator {
    return this.place.locator('#bank-search');
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

  async choosesBank(name = 'Test Bank'): Promise<void> {
    await this.bank(name).click();
    await this.place.locator('#account-holder').waitFor();
  }

  async fillsAccount({ holder, number } = GOOD_ACCOUNT): Promise<void> {
    await this.place.locator('#account-holder').fill(holder);
    await this.place.locator('#account-number').fill(number);
  }

  async entersAccount(account = GOOD_ACCOUNT): Promise<void> {
    await this.choosesBank();
    await this.fillsAccount(account);
    await this.mainButton.click();
    await this.place.locator('.statement').waitFor();
  }

  async limits(typed: string): Promise<void> {
    await this.place.locator('#own-most').fill(typed);
  }

  async agrees(account = GOOD_ACCOUNT): Promise<void> {
    await this.entersAccount(account);
    await this.mainButton.click();
    await this.place.locator('#bank-user').waitFor();
  }

  async signsIn(userId = 'usergood', password = 'datagood'): Promise<void> {
    await this.place.locator('#bank-user').fill(userId);
    await this.place.locator('#bank-password').fill(password);
    await this.mainButton.click();
  }

  async reachesCode(): Promise<void> {
    await this.agrees();
    await this.signsIn();
    await this.place.locator('#bank-code').waitFor();
  }

  async entersCode(code = '123456'): Promise<void> {
    await this.place.locator('#bank-code').fill(code);
    await this.mainButton.click();
  }

  /** From the first screen to the bank's decision. */
  async setsItUp(): Promise<void> {
    await this.reachesCode();
    await this.entersCode();
  }
}
