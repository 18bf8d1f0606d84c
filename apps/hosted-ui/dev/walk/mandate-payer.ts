import type { Locator, Page } from 'playwright-core';

export const GOOD_ACCOUNT = { holder: 'Chan Tai Man', number: '012-345-678833' };

/** What a payer does with the mandate page; fields are found by place, so that any language works. */
export class MandatePayer {
  constructor(readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get mainButton(): Locator {
    return this.page.locator('.button--primary');
  }

  get search(): Locator {
    return this.page.locator('#bank-search');
  }

  async sees(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  async presses(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  bank(name: string): Locator {
    return this.page.locator('.bank').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async choosesBank(name = 'Test Bank'): Promise<void> {
    await this.bank(name).click();
    await this.page.locator('#account-holder').waitFor();
  }

  async fillsAccount({ holder, number } = GOOD_ACCOUNT): Promise<void> {
    await this.page.locator('#account-holder').fill(holder);
    await this.page.locator('#account-number').fill(number);
  }

  async entersAccount(account = GOOD_ACCOUNT): Promise<void> {
    await this.choosesBank();
    await this.fillsAccount(account);
    await this.mainButton.click();
    await this.page.locator('.statement').waitFor();
  }

  async agrees(account = GOOD_ACCOUNT): Promise<void> {
    await this.entersAccount(account);
    await this.mainButton.click();
    await this.page.locator('#bank-user').waitFor();
  }

  async signsIn(userId = 'usergood', password = 'datagood'): Promise<void> {
    await this.page.locator('#bank-user').fill(userId);
    await this.page.locator('#bank-password').fill(password);
    await this.mainButton.click();
  }

  async reachesCode(): Promise<void> {
    await this.agrees();
    await this.signsIn();
    await this.page.locator('#bank-code').waitFor();
  }

  async entersCode(code = '123456'): Promise<void> {
    await this.page.locator('#bank-code').fill(code);
    await this.mainButton.click();
  }

  /** From the first screen to the bank's decision. */
  async setsItUp(): Promise<void> {
    await this.reachesCode();
    await this.entersCode();
  }
}
