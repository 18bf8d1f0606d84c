import { jest } from '@jest/globals';
import { PASSWORD, PAYMENT_ID, SHOP, UNMASKED } from '../dev/fake/samples.js';
import { ConsoleSite } from './console-site.js';

jest.setTimeout(60_000);

let site: ConsoleSite;
beforeAll(async () => {
  site = await ConsoleSite.start();
});
afterAll(() => site.stop());

it('an administrator logs in, finds a payment, sees its story and unmasks one member', async () => {
  const { page, faults } = await site.open(undefined);
  await page.goto('/');
  await page.getByLabel('Password', { exact: false }).first().fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This is not the password.').waitFor();
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();

  await page.getByLabel('What do you look for?').fill('order-1042');
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Payments' });
  await found.getByText(PAYMENT_ID).waitFor();
  expect(await found.getByRole('link').count()).toBe(3);
  await found.getByText(PAYMENT_ID).click();

  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByText('SUBMITTED → EXECUTED').waitFor();
  expect(await page.getByText(UNMASKED).count()).toBe(0);
  await page.getByRole('button', { name: 'Show Sender name' }).click();
  await page.getByLabel('Reason', { exact: false }).fill('Ticket 4711: wants a receipt');
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
  await page.getByText(UNMASKED).waitFor();
  expect(site.fake.unmasked).toEqual([
    {
      kind: 'payment',
      customer_app_id: SHOP.customer_app_id,
      id: PAYMENT_ID,
      member: 'sender_name',
      reason: 'Ticket 4711: wants a receipt',
    },
  ]);
  expect(faults).toEqual([]);
});
