import type { FrameLocator, Locator, Page } from 'playwright-core';
import { stripeCardIn, typeStripeCard } from './processor.fixture.js';

export const GOOD_ACCOUNT = { holder: 'Chan Tai Man', number: '012-345-678833' };

/** What every visitor of a page does. Fields are found by place, so that any language works. */
export class Visitor {
  /** @param place where our page is, when it stands in a frame of `page` */
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

  get notice(): Locator {
    return this.place.locator('.notice-region .notice');
  }

  private title(title: string): Locator {
    return this.place.getByRole('heading', { level: 1, name: title, exact: true });
  }

  async sees(title: string): Promise<void> {
    await this.title(title).waitFor();
  }

  /** A title takes the focus a moment after it is shown: the keyboard goes on from there. */
  async isBroughtTo(title: string): Promise<void> {
    await this.title(title).and(this.place.locator(':focus')).waitFor();
  }

  async presses(name: string): Promise<void> {
    await this.place.getByRole('button', { name, exact: true }).click();
  }

  bank(name: string): Locator {
    return this.place.locator('.bank').filter({ has: this.place.getByText(name, { exact: true }) });
  }
}

export class Payer extends Visitor {
  get fields(): FrameLocator {
    return this.place.frameLocator('.card-fields iframe');
  }

  /** The card form is there and takes input. */
  async seesCardForm(): Promise<void> {
    try {
      await this.place.locator('.card-fields--ready').waitFor();
      await this.fields.locator('#number').waitFor();
    } catch (error) {
      const text = await this.place.locator('body').innerText();
      const frames = this.page.frames().map((frame) => frame.url());
      throw new Error(`instead of the card form: ${text} (frames: ${frames.join(', ')})`, {
        cause: error,
      });
    }
  }

  async fillCard(): Promise<void> {
    await this.seesCardForm();
    await this.fields.locator('#number').fill('4242424242424242');
    await this.fields.locator('#expiry').fill('1234');
    await this.fields.locator('#cvc').fill('123');
  }

  async pays(): Promise<void> {
    await this.fillCard();
    await this.mainButton.click();
  }

  /** The same, of a processor whose fields we serve. */
  async seesProcessorForm(): Promise<void> {
    await this.place.locator('.card-fields--ready').waitFor();
    await stripeCardIn(this.place).locator('#number').waitFor();
  }

  async typesAtProcessor(number = '4242 4242 4242 4242'): Promise<void> {
    await typeStripeCard(this.place, number);
  }

  async tapsFirst(): Promise<void> {
    await this.seesCardForm();
    await this.place.locator('.one-tap button').first().click();
  }

  /** The page goes to the bank's, which does not come: as on a slow connection. */
  async staysAtChallenge(): Promise<void> {
    await this.page.context().route('**/challenge?**', (route) => route.fulfill({ status: 204 }));
  }
}

/** A payer of the mandate page, or of its steps in the payment page. */
export class MandatePayer extends Visitor {
  get search(): Locator {
    return this.place.locator('#bank-search');
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

export class LinkUser extends Visitor {
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
}
