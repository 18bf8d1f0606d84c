import { jest } from '@jest/globals';
import { PASSWORD, PAYMENT_ID, SHOP } from '../dev/fake/samples.js';
import { ConsoleSite } from './console-site.js';

jest.setTimeout(60_000);

const EXACTLY = { exact: true };

let site: ConsoleSite;
beforeAll(async () => {
  site = await ConsoleSite.start();
});
afterEach(() => site.closeTabs());
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
  const why = 'Ticket 4711: wants a receipt';
  const unmask = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByLabel('Reason', { exact: false }).fill(why);
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const shown = ['Chan Tai Man', 'chan@example.com', 'Tai Man', 'Siu Ming'];
  const seen = () => Promise.all(shown.map((text) => page.getByText(text, EXACTLY).count()));
  expect(await seen()).toEqual([0, 0, 0, 0]);
  await unmask('Show Sender name');
  expect(await seen()).toEqual([1, 0, 0, 0]);
  await unmask('Show Payer email');
  expect(await seen()).toEqual([1, 1, 0, 0]);
  // A member of objects in a list: each object shows its own value.
  await unmask('Show Fees note');
  expect(await seen()).toEqual([1, 1, 1, 1]);
  expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(0);
  const of = { kind: 'payment', customer_app_id: SHOP.customer_app_id, id: PAYMENT_ID };
  const members = ['sender.name', 'payer.email', 'fees.note'];
  expect(site.fake.unmasked).toEqual(members.map((member) => ({ ...of, member, reason: why })));
  expect(faults).toEqual([]);
});

it('a row of a list leads to the whole of its resource', async () => {
  const { page, faults } = await site.open('viewer');
  await page.goto('/payment');
  await page.getByText('HKD 1,248.50').first().click();
  await page.getByText('SUBMITTED → EXECUTED').waitFor();
  expect(faults).toEqual([]);
});

it('amounts within others have the currency of the resource', async () => {
  const { page } = await site.open('viewer');
  await page.goto(`/payment/${SHOP.customer_app_id}.${PAYMENT_ID}/show`);
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByText('HKD 10.40').waitFor();
  expect(await money.getByText('HKD 20.80').count()).toBe(1);
});
