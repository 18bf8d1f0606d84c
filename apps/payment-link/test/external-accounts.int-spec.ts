/**
 * @proves createPaymentAccount, listPaymentAccountsWithEnrichedData, listPaymentAccounts
 * @proves deletePaymentAccount
 */
import type { ErrorEnvelope } from '@towpath/contracts';
import type {
  ListPaymentAccountsResponse,
  ListUserPaymentAccountsResponse,
  PaymentAccountResponse,
} from '@towpath/contracts/payment-link';
import { PersonalDataVault } from '@towpath/persistence';
import { describePagination } from '@towpath/testing';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

type Created = PaymentAccountResponse & ErrorEnvelope;

const UNKNOWN = '01JQ000000000000000000N0NE';
const NUMBER = '012-345678-833';

let service: TestPaymentLink;
let app: TestCustomerApp;
let userId: string;
beforeAll(async () => {
  service = await TestPaymentLink.start();
});
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp([]);
  userId = await newUser(app, 'ada');
});

async function newUser(of: TestCustomerApp, external_user_id: string): Promise<string> {
  const user = { name: 'Chan Tai Man', external_user_id };
  return (await of.send<{ user_id: string }>('POST /payment_users', user)).body.user_id;
}

const order = (members: object = {}) => ({
  account_type: 'EXTERNAL_ACCOUNT',
  accountholder_name: 'Chan Tai Man',
  institution_id: 'testbank',
  user_id: userId,
  account_number: { type: 'LOCAL', number: NUMBER },
  currencies: ['HKD'],
  ...members,
});
const create = (members: object = {}) =>
  app.send<Created>('POST /payment_accounts', order(members));
const remove = (id: string, from = app) =>
  from.send<ErrorEnvelope>(`DELETE /payment_accounts/${id}`);
const list = async (query = '') =>
  (await app.send<ListPaymentAccountsResponse>(`GET /payment_accounts?${query}`)).body;
const ofUser = async (id = userId) => {
  const route = `GET /payment_users/${id}/payment_accounts`;
  return (await app.send<ListUserPaymentAccountsResponse>(route)).body.payment_accounts;
};
const idsOf = (accounts: readonly PaymentAccountResponse[]) =>
  accounts.map(({ account_id }) => account_id);
const codeOf = ({ status, body }: { status: number; body: Partial<ErrorEnvelope> }) =>
  [status, body.error?.error_code] as const;

it('external accounts are listed newest first even while the clock stands still', async () => {
  await app.moveClock(0, new Date('2031-03-01T00:00:00Z'));
  const made: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const account_number = { type: 'LOCAL', number: `00412345678${n}` };
    made.unshift((await create({ account_number })).body.account_id);
  }
  expect(idsOf((await list()).payment_accounts)).toEqual(made);
  const first = await list('limit=3');
  const rest = await list(`after=${first.next_cursor}`);
  expect(idsOf([...first.payment_accounts, ...rest.payment_accounts])).toEqual(made);
});

describe('an external account', () => {
  it('is masked and tokenized in the answer, and the same in every read', async () => {
    const { status, body } = await create({ metadata: { order: '1' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      account_id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
      account_type: 'EXTERNAL_ACCOUNT',
      customer_app_id: app.id,
      user_id: userId,
      institution_id: 'testbank',
      accountholder_name: expect.stringMatching(/^tok_.{26}$/) as string,
      account_number_masked: '****8833',
      currencies: ['HKD'],
      metadata: { order: '1' },
      created_at: expect.any(String) as string,
      updated_at: body.created_at,
    });
    expect(await list()).toEqual({ payment_accounts: [body], total: 1 });
    expect(await ofUser()).toEqual([body]);
  });

  it('has the same token for the same name, within one customer app', async () => {
    const [first, second] = [await create(), await create({ institution_id: 'otherbank' })];
    expect(first.body.accountholder_name).toBe(second.body.accountholder_name);
    const other = await service.customerApp([]);
    const theirs = await other.send<Created>('POST /payment_accounts', {
      ...order(),
      user_id: await newUser(other, 'ada'),
    });
    expect(theirs.status).toBe(200);
    expect(theirs.body.accountholder_name).not.toBe(first.body.accountholder_name);
  });

  it('stores holder and number encrypted under the key of its user', async () => {
    const { body } = await create();
    const [row] = await app.rows<{ text: string; holder_sealed: Buffer }>(
      `SELECT e::text AS text, holder_sealed FROM external_accounts e`,
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of ['Chan', '345678', hex('Chan'), hex('345678')]) {
      expect(row?.text).not.toContain(secret);
    }
    const opened = await service.transactions.forApp(app.id, async (tx) => {
      const key = await service.app.get(PersonalDataVault).keyFor(tx, userId);
      const field = `external_accounts.holder_sealed ${body.account_id}`;
      return key.decrypt(field, row?.holder_sealed ?? Buffer.of());
    });
    expect(JSON.parse(opened)).toEqual({
      name: 'Chan Tai Man',
      number: { type: 'LOCAL', number: NUMBER },
      numberMasked: null,
    });
  });

  it('may have a masked number, or none, and no currencies', async () => {
    const masked = await create({ account_number: null, account_number_masked: 'xx-833' });
    expect(masked.body.account_number_masked).toBe('xx-833');
    const { body } = await create({ account_number: undefined, currencies: [] });
    expect(body).not.toHaveProperty('account_number_masked');
    expect(body).not.toHaveProperty('currencies');
    expect(body).not.toHaveProperty('metadata');
  });

  it('is created by every request, with any Idempotency-Key', async () => {
    await app.warmUp();
    const { publicUrl } = service;
    const ask = () =>
      send<Created>(publicUrl, {
        route: 'POST /payment_accounts',
        body: order(),
        token: app.token,
        headers: { 'idempotency-key': 'the same' },
      });
    const answers = await Promise.all(Array.from({ length: 32 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
    const made = idsOf(answers.map(({ body }) => body)).toSorted();
    expect(new Set(made).size).toBe(32);
    expect(idsOf(await ofUser()).toSorted()).toEqual(made);
    const { payment_accounts: listed, total } = await list();
    expect([total, idsOf(listed).toSorted()]).toEqual([32, made]);
  });

  it.each([
    ['a settlement account', { account_type: 'SETTLEMENT_ACCOUNT' }, 'account_type'],
    ['no holder', { accountholder_name: undefined }, 'accountholder_name'],
    ['no institution', { institution_id: null }, 'institution_id'],
    ['no user', { user_id: undefined }, 'user_id'],
    ['both numbers', { account_number_masked: '****8833' }, 'account_number_masked'],
    ['another format', { account_number: { type: 'BBAN', number: '1' } }, 'account_number.type'],
    ['an empty number', { account_number: { type: 'IBAN', number: '' } }, 'account_number.number'],
    ['a long currency', { currencies: ['HKDX'] }, 'currencies'],
    ['a currency that does not exist', { currencies: ['QQQ'] }, 'currencies'],
    ['metadata with numbers', { metadata: { a: 1 } }, 'metadata'],
  ])('is refused with %s', async (_name, members, named) => {
    const answer = await create(members);
    expect(codeOf(answer)).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.body.error.details).toMatch(new RegExp(`^${named}\\b`));
    expect(await ofUser()).toEqual([]);
  });

  it.each(['x', UNKNOWN])('is refused for the user %s', async (user_id) => {
    expect(codeOf(await create({ user_id }))).toEqual([400, 'PAYMENT_USER_NOT_FOUND']);
  });

  it('receives no payments', async () => {
    const { body } = await create();
    const refused = await app.send<ErrorEnvelope>(`POST /payment_users/${userId}/payment_methods`, {
      payment_method_type: 'CARD',
      card: {
        card_details: { brand: 'Visa', last4: '4242', currency: 'HKD' },
        recipient_account: { account_id: body.account_id },
        status: 'SUCCEEDED',
      },
    });
    expect(codeOf(refused)).toEqual([400, 'PAYMENT_ACCOUNT_NOT_FOUND']);
  });
});

describe('the list of both kinds', () => {
  it('returns newest first, each in its own form, and counts the filtered rows', async () => {
    const hkd = await app.settlementAccount('HKD', { legal_entity_name: 'Harbour Books Ltd' });
    const first = (await create()).body.account_id;
    const jpy = await app.settlementAccount('JPY');
    const second = (await create({ currencies: ['JPY', 'KWD'] })).body.account_id;
    const cases: [string, string[]][] = [
      ['', [second, jpy, first, hkd]],
      ['account_type=EXTERNAL_ACCOUNT', [second, first]],
      ['account_type=SETTLEMENT_ACCOUNT', [jpy, hkd]],
      ['currencies=HKD', [first, hkd]],
      ['currencies=KWD,JPY', [second, jpy]],
      ['currencies=KWD&account_type=SETTLEMENT_ACCOUNT', []],
    ];
    for (const [query, expected] of cases) {
      const { payment_accounts: found, total } = await list(query);
      expect([query, idsOf(found), total]).toEqual([query, expected, expected.length]);
      for (const account of found) {
        const isSettlement = account.account_type === 'SETTLEMENT_ACCOUNT';
        expect(account.payment_method_overview !== undefined).toBe(isSettlement);
        expect(account.user_id === undefined).toBe(isSettlement);
      }
    }
  });

  it('shows how a settlement account takes its main kind of payment', async () => {
    const overview = async (reference: string, members: object) => {
      const settlement_account_reference = reference;
      await app.settlementAccount('HKD', { settlement_account_reference, ...members });
      return (await list('limit=1')).payment_accounts[0]?.payment_method_overview;
    };
    expect(await overview('cards', { payment_method_types: ['CARD', 'MANUAL'] })).toMatchObject({
      payment_method_subtype: 'CARD_GENERIC',
      payment_confirmation_speed: 'REALTIME',
      external_gateway: 'GW1',
    });
    const debits = await overview('debits', {
      payment_method_types: ['MANDATE', 'CARD'],
      mandate_integration_id: 'GW3',
    });
    expect(debits).toMatchObject({
      payment_confirmation_speed: 'DELAYED',
      external_gateway: 'GW3',
    });
    const manual = await overview('manual', { payment_method_types: ['MANUAL'] });
    expect(manual).toMatchObject({
      payment_confirmation_speed: 'DELAYED',
      payment_processor: 'SERVICE',
    });
    expect(manual).not.toHaveProperty('external_gateway');
  });

  it('of a user holds no account of another user', async () => {
    const first = (await create()).body.account_id;
    const second = (await create()).body.account_id;
    const other = await newUser(app, 'grace');
    const theirs = (await create({ user_id: other })).body.account_id;
    expect(idsOf(await ofUser())).toEqual([second, first]);
    expect(idsOf(await ofUser(other))).toEqual([theirs]);
    expect(await ofUser(await newUser(app, 'nobody'))).toEqual([]);
  });
});

let made = 0;
describePagination('accounts of both kinds', () => ({
  create: async () => {
    made += 1;
    if (made % 2 === 0) return (await create()).body.account_id;
    return app.settlementAccount('HKD', { settlement_account_reference: `account-${made}` });
  },
  page: async (query) => {
    const search = new URLSearchParams(query).toString();
    const { status, body } = await app.send<ListPaymentAccountsResponse>(
      `GET /payment_accounts?${search}`,
    );
    return {
      status,
      ids: idsOf(body.payment_accounts ?? []),
      total: body.total,
      nextCursor: body.next_cursor,
    };
  },
}));

describe('deleting an external account', () => {
  it('returns no body, and leaves no trace of holder and number', async () => {
    const kept = (await create()).body.account_id;
    const { body } = await create({ metadata: { order: '1' } });
    const answer = await fetch(`${service.publicUrl}/payment_accounts/${body.account_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${app.token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(idsOf(await ofUser())).toEqual([kept]);
    const { payment_accounts: listed, total } = await list();
    expect([total, idsOf(listed)]).toEqual([1, [kept]]);
    const [row] = await app.rows<{ holder_sealed: null; metadata: null; deleted_at: Date | null }>(
      `SELECT holder_sealed, metadata, deleted_at FROM external_accounts WHERE account_id = $1`,
      [body.account_id],
    );
    expect(row).toEqual({
      holder_sealed: null,
      metadata: null,
      deleted_at: expect.any(Date) as Date,
    });
  });

  it('is done once, however many ask at once', async () => {
    const { body } = await create();
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 32 }, () => remove(body.account_id)));
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200).map(codeOf);
    expect(done).toHaveLength(1);
    expect(refused).toEqual(Array(31).fill([400, 'PAYMENT_ACCOUNT_NOT_FOUND']));
  });

  it.each(['x', UNKNOWN])('is refused for the ID %s', async (id) => {
    expect(codeOf(await remove(id))).toEqual([400, 'PAYMENT_ACCOUNT_NOT_FOUND']);
  });

  it('is refused for a settlement account, which stays', async () => {
    const id = await app.settlementAccount('HKD');
    expect(codeOf(await remove(id))).toEqual([400, 'INVALID_REQUEST']);
    expect(idsOf((await list()).payment_accounts)).toEqual([id]);
  });
});

describe('another app', () => {
  it('finds neither the user nor the accounts, and deletes nothing', async () => {
    const { body } = await create();
    const settlement = await app.settlementAccount('HKD');
    const other = await service.customerApp([]);
    const answerAbout = async (id: string) => {
      const { status, body: answer } = await remove(id, other);
      return { status, ...answer.error, request_id: '' };
    };
    expect(await answerAbout(body.account_id)).toEqual(await answerAbout(UNKNOWN));
    expect(await answerAbout(settlement)).toEqual(await answerAbout(UNKNOWN));
    const ofTheirs = await other.send<ErrorEnvelope>(
      `GET /payment_users/${userId}/payment_accounts`,
    );
    expect(codeOf(ofTheirs)).toEqual([400, 'PAYMENT_USER_NOT_FOUND']);
    const planted = await other.send<Created>('POST /payment_accounts', order());
    expect(codeOf(planted)).toEqual([400, 'PAYMENT_USER_NOT_FOUND']);
    const theirList = await other.send<ListPaymentAccountsResponse>('GET /payment_accounts');
    expect(theirList.body).toEqual({ payment_accounts: [], total: 0 });
    expect(await ofUser()).toEqual([body]);
  });
});

describe('a user whose key was destroyed', () => {
  it('has accounts without holder and number, and gets no more of them', async () => {
    const { body } = await create();
    const erased = await app.order('payment_users/erase', { user_id: userId, reason: 'asked' });
    expect(erased.status).toBe(200);
    const [left] = await ofUser();
    expect(left?.account_id).toBe(body.account_id);
    expect(left).not.toHaveProperty('accountholder_name');
    expect(left).not.toHaveProperty('account_number_masked');
    expect(await list()).toEqual({ payment_accounts: [left], total: 1 });
    expect((await create()).status).toBe(400);
    expect(await ofUser()).toHaveLength(1);
    expect((await remove(body.account_id)).status).toBe(200);
  });
});
