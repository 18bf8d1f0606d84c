import type { BrowserPayer } from './browser-payer.js';

/** The steps of a payer on the mandate page, or inside the payment page. */
export class MandatePage {
  constructor(private readonly payer: BrowserPayer) {}

  async choosesBank(name: string): Promise<void> {
    const { page } = this.payer;
    const bank = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });
    await bank.click();
  }

  async entersAccount(number = '012-345-678833'): Promise<void> {
    await this.payer.sees('Your account');
    await this.payer.page.getByLabel('Account holder').fill('Chan Tai Man');
    await this.payer.page.getByLabel('Account number').fill(number);
    await this.payer.presses('Continue');
    await this.payer.sees('Check and agree');
  }

  /** From the list of banks to the sign-in. */
  async agrees(number?: string): Promise<void> {
    await this.choosesBank('Test Bank');
    await this.entersAccount(number);
    await this.payer.presses('Agree and continue');
    await this.payer.sees('Sign in to Test Bank');
  }

  /** A limit of the payer's own for one payment, on the screen of the agreement. */
  async limitsTo(typed: string): Promise<void> {
    await this.payer.page.getByLabel('Your own limit per payment').fill(typed);
  }

  async signsIn(password = 'datagood'): Promise<void> {
    await this.payer.page.getByLabel('User ID').fill('usergood');
    await this.payer.page.getByLabel('Password', { exact: true }).fill(password);
    await this.payer.presses('Sign in');
  }

  async entersCode(code: string): Promise<void> {
    await this.payer.sees('Enter the code');
    await this.payer.page.getByLabel('One-time code').fill(code);
    await this.payer.presses('Confirm');
  }

  async setsItUp(number?: string): Promise<void> {
    await this.agrees(number);
    await this.signsIn();
    await this.entersCode('123456');
  }

  /** On the own page of the bank, which then leads back. */
  async decidesAtBank(decision: 'Approve' | 'Refuse'): Promise<void> {
    await this.payer.sees('Sign in to your bank');
    if (decision === 'Approve') {
      await this.payer.page.getByLabel('User ID').fill('usergood');
      await this.payer.page.getByLabel('Password').fill('datagood');
      await this.payer.page.getByLabel('One-time code').fill('123456');
    }
    await this.payer.presses(decision);
  }
}
