import { PDFDocument } from '@cantoo/pdf-lib';
import type { AccountsResponse, StatementLinksResponse } from '@towpath/contracts/account-data';
import { eventually } from '@towpath/testing';
import type { Retrieval } from '../src/banks/institution-connections/institution-connector.js';
import type { RetrievedBatch } from '../src/banks/institution-connections/retrieved-rows.js';
import { PUBLIC_URL } from './account-data.fixture.js';
import { LinkClient, type Refusal } from './link-client.fixture.js';
import { codeOf, LinkPage } from './link-page.fixture.js';
import {
  ACCOUNT_NUMBER,
  accountRow,
  HOLDER,
  money,
  transactionRow,
} from './retrieved-data.fixture.js';
import { StandInBank } from './stand-in-bank.fixture.js';

const ALL = [
  'ACCOUNTS',
  'TRANSACTIONS',
  'STATEMENTS',
  'ACCOUNT_NUMBERS',
  'IDENTITY',
  'BALANCE_HISTORY',
  'INCOME_ESTIMATION',
  'CARD_DETAILS',
];

/** Has a row of every kind for each login. */
class BankWithData extends StandInBank {
  file = Buffer.of();

  override async *retrieve({ product }: Retrieval): AsyncIterable<RetrievedBatch> {
    await Promise.resolve();
    yield {
      cursor: 'last',
      outcome: 'RETRIEVED',
      accounts: [accountRow()],
      ...this.rowsOf(product),
    };
  }

  private rowsOf(product: string): Partial<RetrievedBatch> {
    const name = { raw: HOLDER, source: 'INTERNET_BANKING', accountKeys: ['a1'], fields: {} };
    const statement = { accountKey: 'a1', statementKey: 's', date: '2026-09-30', name: 'S' };
    const of: Readonly<Record<string, Partial<RetrievedBatch>>> = {
      HISTORICAL_TRANSACTIONS: { transactions: [transactionRow(0), transactionRow(1)] },
      STATEMENTS: { statements: [{ ...statement, file: this.file }] },
      ACCOUNT_NUMBERS: {
        accountNumbers: [{ accountKey: 'a1', raw: ACCOUNT_NUMBER, paymentDetails: [] }],
      },
      IDENTITY: {
        identity: { names: [name], addresses: [], emails: [], phoneNumbers: [], datesOfBirth: [] },
      },
      BALANCE_HISTORY: {
        balances: [{ accountKey: 'a1', date: '2026-10-06', amount: money('100.00') }],
      },
      CARD_DETAILS: { cards: [{ accountKey: 'a1', currentBalance: money('-1.00') }] },
    };
    return of[product] ?? {};
  }
}

const bank = new BankWithData();
let client: LinkClient;
beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage();
  bank.file = Buffer.from(await document.save());
  client = await LinkClient.start({ bank });
});
afterAll(() => client?.service.end());

const rowsOf = (table: string, id: string, more = '') =>
  client.sql(`SELECT * FROM ${table} WHERE login_identity_id = '${id}' ${more}`);

/** What is stored for a login identity, by table and column. */
async function stored(id: string): Promise<Record<string, number>> {
  const count = async (table: string, more = '') => (await rowsOf(table, id, more)).length;
  return {
    accounts: await count('accounts'),
    numbers: await count('accounts', 'AND payment_number IS NOT NULL'),
    cards: await count('accounts', 'AND card IS NOT NULL'),
    transactions: await count('transactions'),
    counted: await count('accounts', 'AND transaction_count > 0'),
    balances: await count('account_balances'),
    statements: await count('statements'),
    identities: await count('identities'),
  };
}

const EVERYTHING = {
  accounts: 1,
  numbers: 1,
  cards: 1,
  transactions: 2,
  counted: 1,
  balances: 1,
  statements: 1,
  identities: 1,
};
const NOTHING = Object.fromEntries(Object.keys(EVERYTHING).map((name) => [name, 0]));

const isStored = (id: string, expected: object) =>
  eventually(async () => {
    expect(await stored(id)).toEqual(expected);
    return true;
  });

/** A login with all of its data, a token with every scope, and the paths of its data. */
async function linked(more: object = {}) {
  const { login_identity_id: id } = await client.linked('usergood', {
    products_requested: ALL,
    ...more,
  });
  const token = await client.ownToken(id);
  const { body } = await client.service.get<AccountsResponse>('/accounts', token);
  const account = body.accounts[0]?.account_id ?? '';
  const paths = [
    '/transactions',
    `/transactions/${account}`,
    `/account_numbers/${account}`,
    `/balance_history/${account}`,
    '/statements',
    '/composite_statement?redirect=false',
    '/identity',
    '/income',
  ];
  const get = (path: string) => client.service.get<Refusal>(path, token);
  return { id, token, paths, get };
}

/** The consent of a page, and what the bank says to the login. */
async function relink(id: string, products: readonly string[], userId = 'usergood') {
  const page = await LinkPage.open(client, { login_identity_id: id, products_requested: products });
  expect((await page.login(userId)).status).toBe(200);
  return page;
}

const LOST = [403, 'INSUFFICIENT_SCOPE'];

describe('a consent to fewer products', () => {
  it('removes the other products from existing tokens, and erases their rows', async () => {
    const { id, paths, get } = await linked();
    for (const path of ['/accounts', ...paths]) expect((await get(path)).status).toBe(200);
    expect(await stored(id)).toEqual(EVERYTHING);
    await relink(id, ['ACCOUNTS']);
    for (const path of paths) expect([path, ...codeOf(await get(path))]).toEqual([path, ...LOST]);
    const done = await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect([done.permissions, Object.keys(done.product_status ?? {})]).toEqual([
      ['ACCOUNTS'],
      ['accounts'],
    ]);
    for (const path of paths) expect(codeOf(await get(path))).toEqual(LOST);
    expect((await get('/accounts')).status).toBe(200);
    expect(codeOf(await get('/card_details'))).toEqual([400, 'PRODUCT_NOT_AVAILABLE']);
    await isStored(id, { ...NOTHING, accounts: 1 });
    expect(await rowsOf('login_identities', id, 'AND erasure_due_at IS NOT NULL')).toEqual([]);
  });

  it('keeps the rows of the products that it names', async () => {
    const { id, get } = await linked();
    await relink(id, ['ACCOUNTS', 'TRANSACTIONS', 'STATEMENTS']);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    await isStored(id, { ...EVERYTHING, numbers: 0, cards: 0, balances: 0, identities: 0 });
    for (const path of ['/transactions', '/statements']) expect((await get(path)).status).toBe(200);
    // A wider consent retrieves them again.
    await relink(id, ALL);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect(await stored(id)).toEqual(EVERYTHING);
    expect((await get('/identity')).status).toBe(200);
  });

  it('erases more rows than one transaction takes', async () => {
    const { id } = await linked({ products_requested: ['ACCOUNTS', 'TRANSACTIONS'] });
    await client.sql(`INSERT INTO transactions (customer_app_id, login_identity_id, transaction_id,
        account_id, is_pending, occurred_at, amount, currency, description, retrieval_id,
        created_at, updated_at)
      SELECT '${client.app}', '${id}', lpad(n::text, 8, '0'), 'a', false,
        now() + n * interval '1 second', 1, 'HKD', 'x', 'r', now(), now()
      FROM generate_series(1, 12000) AS n`);
    await relink(id, ['ACCOUNTS']);
    await isStored(id, { ...NOTHING, accounts: 1 });
  });

  it('ends links to files that were given before', async () => {
    const { id, get, token } = await linked();
    const all = await client.service.get<{ url: string }>(
      '/composite_statement?redirect=false',
      token,
    );
    const { body } = await client.service.get<{ statements: { id: string }[] }>(
      '/statements',
      token,
    );
    const path = `/statements/${body.statements[0]?.id}?redirect=false`;
    const one = await client.service.get<StatementLinksResponse>(path, token);
    const files = [all.body.url, one.body.statement_links[0]?.url ?? ''];
    const status = async (url: string) =>
      (await client.service.fetch(url.slice(PUBLIC_URL.length), {})).status;
    for (const url of files) expect(await status(url)).toBe(200);
    await relink(id, ['ACCOUNTS']);
    for (const url of files) expect(await status(url)).not.toBe(200);
    expect(codeOf(await get('/statements'))).toEqual(LOST);
  });

  it('counts although the login fails; a wider one does not', async () => {
    const { id, get } = await linked({ products_requested: ['ACCOUNTS', 'IDENTITY'] });
    const narrow = await relink(id, ['ACCOUNTS', 'TRANSACTIONS'], 'nobody');
    await narrow.reaches('FAILED');
    expect(codeOf(await get('/identity'))).toEqual(LOST);
    expect(codeOf(await get('/transactions'))).toEqual(LOST);
    expect((await client.read(id)).permissions).toEqual(['ACCOUNTS']);
    await isStored(id, { ...NOTHING, accounts: 1 });
    // Nobody has proved to be the user: a refresh retrieves what the first consent covers.
    await client.refresh(id);
    const done = await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect(Object.keys(done.product_status ?? {})).toEqual(['accounts']);
  });
});

it('the end of a consent takes all products from tokens at its instant, and erases all rows', async () => {
  const { id, paths, get } = await linked();
  const set = (values: string) =>
    client.sql(`UPDATE login_identities SET ${values} WHERE login_identity_id = '${id}'`);
  await set('permission_expires_at = now(), permission_watched = false');
  for (const path of ['/accounts', ...paths]) {
    expect([path, ...codeOf(await get(path))]).toEqual([path, ...LOST]);
  }
  expect(await stored(id)).toEqual(EVERYTHING);
  await expect(client.refresh(id)).rejects.toMatchObject({ code: 'REFRESH_NOT_ALLOWED' });
  // Now the job notices it.
  await set('permission_watched = true');
  await isStored(id, NOTHING);
  for (const path of ['/accounts', ...paths]) expect(codeOf(await get(path))).toEqual(LOST);
  expect((await get('/login_identity')).status).toBe(200);
  await relink(id, ['ACCOUNTS']);
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  expect((await get('/accounts')).status).toBe(200);
});

describe("a relink with another person's login", () => {
  it.each(['user_other', 'user_otp'])(
    '(%s) is refused, and shows no second person',
    async (other) => {
      const { id, get } = await linked({ products_requested: ['ACCOUNTS'] });
      const before = await get('/accounts');
      const retrieved = bank.retrieved.length;
      const page = await relink(id, ['ACCOUNTS', 'IDENTITY'], other);
      if (other === 'user_otp') {
        const { action } = await page.reaches('ACTION');
        const typed = client.sealed({ otp: '123456' });
        await page.post('action', { action_id: action!.action_id, encrypted_credentials: typed });
      }
      const { error, failure_reason } = await page.reaches('FAILED');
      expect(error).toMatchObject({ error_code: 'AUTHENTICATION_FAILED' });
      expect(failure_reason).toBe('OTHER_LOGIN');
      expect(error?.details).toContain('another login');
      expect(codeOf(await get('/identity'))).toEqual(LOST);
      expect((await get('/accounts')).body).toMatchObject({
        accounts: (before.body as unknown as AccountsResponse).accounts,
      });
      expect(bank.retrieved).toHaveLength(retrieved);
      await eventually(() => bank.removed.includes(`session of ${other}`));
      expect((await client.read(id)).permissions).toEqual(['ACCOUNTS']);
      // The login of before goes on as before.
      await client.refresh(id);
      await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    },
  );

  it('is refused when the user is asked for a refresh', async () => {
    const { token } = await linked({ products_requested: ['ACCOUNTS'] });
    const path = '/login_identity/refresh';
    const { body } = await client.service.post<{ access_token: string }>(
      path,
      { user_present: true },
      token,
    );
    const page = await LinkPage.of(client, body.access_token);
    const typed = client.sealed({ user_id: 'user_other', password: 'datagood' });
    const order = { institution_id: 'testbank', encrypted_credentials: typed };
    expect((await page.post('login', order)).status).toBe(200);
    expect(await page.reaches('FAILED')).toMatchObject({
      error: { error_code: 'AUTHENTICATION_FAILED' },
      failure_reason: 'OTHER_LOGIN',
    });
  });

  it("is refused in the app's own user interface too", async () => {
    const { id } = await linked({ products_requested: ['ACCOUNTS'] });
    const typed = client.sealed({ user_id: 'user_other', password: 'datagood' });
    const order = { consent: true, encrypted_credentials: typed };
    const begun = await client.service.post(`/link/relink/${id}`, order, client.token);
    expect(begun.status).toBe(200);
    await client.reaches(id, 'ERROR');
    expect(codeOf(await client.statusOf(id))).toEqual([400, 'AUTHENTICATION_FAILED']);
  });
});
