import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { PersonalDataVault } from '@towpath/persistence';
import type { AccountHolder } from '../src/parties/payment-accounts/external-account.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

type Created = PaymentAccountResponse & ErrorEnvelope;

/** Institutions that account-data knows. */
const COUNTRIES = [
  ['japanese', ['JPN']],
  ['both', ['JPN', 'VNM']],
  ['german', ['DEU']],
] as const;

let service: TestPaymentLink;
let app: TestCustomerApp;
let userId: string;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  for (const [id, countries] of COUNTRIES) service.institutions.known.set(id, countries);
  app = await service.customerApp([]);
  const user = { name: 'Chan Tai Man', external_user_id: 'ada' };
  userId = (await app.send<{ user_id: string }>('POST /payment_users', user)).body.user_id;
});
afterAll(() => service?.end());

const create = (members: object) =>
  app.send<Created>('POST /payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'Chan Tai Man',
    institution_id: 'unknown',
    user_id: userId,
    ...members,
  });

/** As it is stored, opened with the key of its user. */
async function keptHolder(accountId: string): Promise<AccountHolder> {
  const [row] = await app.rows<{ holder_sealed: Buffer }>(
    `SELECT holder_sealed FROM external_accounts WHERE account_id = $1`,
    [accountId],
  );
  const opened = await service.transactions.forApp(app.id, async (tx) => {
    const key = await service.app.get(PersonalDataVault).keyFor(tx, userId);
    const field = `external_accounts.holder_sealed ${accountId}`;
    return key.decrypt(field, row?.holder_sealed ?? Buffer.of());
  });
  return JSON.parse(opened) as AccountHolder;
}

describe('the number of an external account', () => {
  it.each([
    ['IBAN', 'gb82 west 1234-5698 7654 32', 'GB82WEST12345698765432', '****5432'],
    ['IBAN', 'NO93 8601 1117 947', 'NO9386011117947', '****7947'],
    ['LOCAL', '012-345678-833', '012-345678-833', '****8833'],
    ['LOCAL', '12 34', '12 34', '****34'],
    ['LOCAL', '１２３４５６７８', '12345678', '****5678'],
  ])(
    'is accepted as %s in the form %s, stored as %s and shown as %s',
    async (type, number, kept, shown) => {
      const { status, body } = await create({ account_number: { type, number } });
      expect([status, body.account_number_masked]).toEqual([200, shown]);
      expect((await keptHolder(body.account_id)).number).toEqual({ type, number: kept });
    },
  );

  it.each([
    ['an IBAN with wrong check digits', 'IBAN', 'GB82 WEST 1234 5698 7654 33'],
    ['an IBAN that is too short', 'IBAN', 'GB82WEST1234569876543'],
    ['an IBAN of no country', 'IBAN', 'XX82WEST12345698765432'],
    ['an IBAN in markup', 'IBAN', '<GB82WEST12345698765432>'],
    ['a local number as an IBAN', 'IBAN', '012-345678-833'],
    ['three digits', 'LOCAL', '12-3'],
    ['no digits', 'LOCAL', 'savings'],
    ['markup', 'LOCAL', '<b>12345678</b>'],
  ])('is refused if it is %s', async (_name, type, number) => {
    const { status, body } = await create({ account_number: { type, number } });
    expect([status, body.error.error_code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.details).toMatch(/^account_number\.number\b/);
  });

  it.each([
    ['japanese', '1234567', 200],
    ['japanese', '123456', 400],
    ['japanese', '1234567890123456', 400],
    ['japanese', 'AB1234567', 400],
    ['both', '1234567890123456', 200],
    ['both', '12345', 400],
    ['german', '1234', 200],
    ['unknown', '1234', 200],
    ['unknown', '123', 400],
  ])('at the bank %s is checked against its countries: %s, %s', async (id, number, status) => {
    const local = { institution_id: id, account_number: { type: 'LOCAL', number } };
    expect((await create(local)).status).toBe(status);
  });
});

it('an external account with a mask that hides nothing stores and shows only its last digits', async () => {
  const { status, body } = await create({ account_number_masked: '012-345678-833' });
  expect([status, body.account_number_masked]).toEqual([200, '****8833']);
  expect(await keptHolder(body.account_id)).toMatchObject({ numberMasked: '****8833' });
});

it('an external account is created while account-data is away', async () => {
  service.institutions.away = true;
  const account_number = { type: 'LOCAL', number: '1234' };
  const { status, body } = await create({ institution_id: 'elsewhere', account_number });
  expect([status, body.account_number_masked]).toEqual([200, '****34']);
});
