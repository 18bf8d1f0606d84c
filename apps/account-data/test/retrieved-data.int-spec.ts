/**
 * @proves listAccounts, getAccount, getAccountNumber, getBalanceHistory, listCardDetails
 * @proves listTransactionsByLoginIdentityId, listTransactionsByAccountId, getIdentity
 * @proves getIncomeEstimateByLoginIdentityId
 */
import { PDFDocument } from '@cantoo/pdf-lib';
import type {
  AccountsResponse,
  BalanceHistoryResponse,
  CardDetailsResponse,
  IdentityResponse,
  IncomeResponse,
  TransactionsResponse,
} from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, PersonalDataErased, Transactions } from '@towpath/persistence';
import { AccountHoldersReads } from '../src/data/account-holders/account-holders.reads.js';
import { RetrievedDataService } from '../src/data/retrieved-data/retrieved-data.service.js';
import { TestAccountData } from './account-data.fixture.js';
import {
  ACCOUNT_NUMBER,
  accountRow,
  HOLDER,
  money,
  TestLogin,
  transactionRow,
} from './retrieved-data.fixture.js';

interface Refusal {
  readonly error: { readonly code?: number; readonly error_code: string };
}

let service: TestAccountData;
let app: CustomerAppId;
let login: TestLogin;
beforeAll(async () => {
  service = await TestAccountData.start();
  app = await service.customerApp();
});
afterAll(() => service?.end());
beforeEach(async () => {
  login = await TestLogin.link(service, app);
});

const accounts = [accountRow()];
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => transactionRow(from + index));
const list = async (query = '') =>
  (await login.get<TransactionsResponse>(`/transactions${query}`)).body;
const accountId = async () =>
  (await login.get<AccountsResponse>('/accounts')).body.accounts[0]?.account_id ?? '';

async function pdf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(text);
  document.addPage();
  return Buffer.from(await document.save());
}

describe('accounts', () => {
  it('are listed and read with login identity and institution, number masked', async () => {
    await login.store({ accounts });
    const { status, body } = await login.get<AccountsResponse>('/accounts');
    const { loginIdentityId } = login;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      login_identity: { login_identity_id: loginIdentityId, status: 'DATA_RETRIEVAL_COMPLETE' },
      institution: { institution_id: 'testbank', institution_name: 'Test Bank' },
    });
    expect(body.accounts[0]).toMatchObject({
      account_holder_name: HOLDER,
      account_number_masked: '••••8901',
      balance: { value: 100, currency: 'HKD' },
    });
    const one = await login.get<{ account: object }>(`/accounts/${await accountId()}`);
    expect(one.body.account).toEqual(body.accounts[0]);
    expect(JSON.stringify(body)).not.toContain(ACCOUNT_NUMBER);
  });

  it('come in the order of the bank, also after it changes', async () => {
    const keys = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'];
    const named = (order: readonly string[]) =>
      order.map((accountKey) => ({ ...accountRow(accountKey), name: accountKey }));
    const cards = keys.map((accountKey) => ({ accountKey, currentBalance: money('-1.00') }));
    const listed = async () =>
      (await login.get<AccountsResponse>('/accounts')).body.accounts.map(
        ({ account_name: name }) => name,
      );
    await login.store({ accounts: named(['d4', 'a1']), transactions: rows(1) });
    await login.store({ accounts: named(keys), cards }, { product: 'ACCOUNTS' });
    expect(await listed()).toEqual(keys);
    // Another product names some of them, in an order of its own.
    await login.store({ accounts: named(['f6', 'b2']), transactions: rows(1, 1) });
    expect(await listed()).toEqual(keys);
    const { body } = await login.get<CardDetailsResponse>('/card_details');
    const shown = body.card_details.card_accounts.map(({ account_name: name }) => name);
    expect(shown).toEqual(keys);
    await login.store({ accounts: named(keys.toReversed()) }, { product: 'ACCOUNTS' });
    expect(await listed()).toEqual(keys.toReversed());
  });

  it('show the number to pay to', async () => {
    await login.store({
      accounts,
      accountNumbers: [
        { accountKey: 'a1', raw: ACCOUNT_NUMBER, paymentDetails: [{ format: 'SWIFT' }] },
      ],
    });
    const { body } = await login.get(`/account_numbers/${await accountId()}`);
    expect(body).toMatchObject({
      account_number: { raw: ACCOUNT_NUMBER, number: '012345678901' },
      payment_details: [{ format: 'SWIFT' }],
    });
  });

  it('keep numbers, names and identities sealed at rest', async () => {
    const entry = { raw: HOLDER, source: 'INTERNET_BANKING', accountKeys: ['a1'], fields: {} };
    const empty = { addresses: [], emails: [], phoneNumbers: [], datesOfBirth: [] };
    await login.store({ accounts, identity: { names: [entry], ...empty } });
    const stored = await service
      .part(Transactions)
      .forApp(app, async (tx) => [
        await tx.query(byValues(`SELECT a::text, encode(sealed, 'escape') FROM accounts a`)),
        await tx.query(byValues(`SELECT i::text, encode(sealed, 'escape') FROM identities i`)),
      ]);
    const text = JSON.stringify(stored);
    expect(text).toContain('Current Account');
    for (const secret of [ACCOUNT_NUMBER, HOLDER]) expect(text).not.toContain(secret);
  });
});

describe('transactions', () => {
  it.each([false, true])(
    'are stored once, however often they arrive; run first: %s',
    async (isFirst) => {
      const batch = { accounts, transactions: rows(10) };
      const other = { product: 'HISTORICAL_TRANSACTIONS', isFirst } as const;
      await Promise.all([
        login.store(batch, { isFirst }),
        login.store({ accounts, transactions: rows(10, 5) }, other),
      ]);
      await login.store(batch, { isFirst });
      const body = await list();
      expect(body.total_transactions).toBe(15);
      expect(body.transactions).toHaveLength(15);
      const times = body.transactions.map(({ transaction_time: time }) => time ?? '');
      expect(times).toEqual(times.toSorted().toReversed());
    },
  );

  it('keep their ID from pending to posted, and are deleted when the bank withdraws them', async () => {
    const pending = (index: number) => {
      const { postedDate, ...row } = transactionRow(index, { isPending: true });
      expect(postedDate).toBeDefined();
      return row;
    };
    const first = { accounts, transactions: [transactionRow(0), pending(1), pending(2)] };
    await login.store({ ...first, outcome: 'RETRIEVED' });
    const before = await list();
    expect(before.transactions.map(({ status }) => status)).toEqual([
      'PENDING',
      'PENDING',
      'COMPLETED',
    ]);
    await login.store({ accounts, transactions: [transactionRow(1)], outcome: 'RETRIEVED' });
    const after = await list();
    expect(after.total_transactions).toBe(2);
    expect(after.transactions.map(({ is_pending: isPending }) => isPending)).toEqual([
      false,
      false,
    ]);
    expect(after.transactions[0]?.transaction_id).toBe(before.transactions[1]?.transaction_id);
  });

  it('are not written again without a change', async () => {
    const [one, two] = rows(2);
    const sql =
      'SELECT xmin::text FROM transactions WHERE login_identity_id = $1 ORDER BY occurred_at';
    const { loginIdentityId: id } = login;
    const versions = () =>
      service.part(Transactions).forApp(app, (tx) => tx.query(byValues(sql), [id]));
    await login.store({ accounts, transactions: [one!, two!] });
    const before = await versions();
    await login.store({ accounts, transactions: [one!, { ...two!, location: 'Elsewhere' }] });
    const after = await versions();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
  });

  it('come in pages by cursor, which a refresh does not move', async () => {
    await login.store({ accounts, transactions: rows(25) });
    const whole = (await list()).transactions.map(({ transaction_id: id }) => id);
    const first = await list('?limit=10');
    await login.store({ accounts, transactions: rows(5, 25) });
    const second = await list(`?limit=10&after=${first.next_cursor}`);
    const third = await list(`?limit=10&after=${second.next_cursor}`);
    const pages = [first, second, third].flatMap(({ transactions }) => transactions);
    expect(pages.map(({ transaction_id: id }) => id)).toEqual(whole);
    expect(third.next_cursor).toBeUndefined();
    const skipped = await list('?offset=28&limit=10');
    expect([skipped.total_transactions, skipped.transactions.length]).toEqual([30, 2]);
  });

  it('are listed for one account, enriched on request', async () => {
    await login.store({
      accounts: [...accounts, accountRow('b2', '7.00')],
      transactions: [...rows(3), transactionRow(9, { accountKey: 'b2' })],
    });
    const id = await accountId();
    const { body } = await login.get<TransactionsResponse>(`/transactions/${id}?enrichments=true`);
    expect(body.transactions.every(({ account_id: own }) => own === id)).toBe(true);
    expect([1, 3]).toContain(body.total_transactions);
    expect(body.transactions[0]).toMatchObject({
      merchant_name: 'Blue Tern Coffee',
      categories: ['EATING_OUT'],
      category_predictions: [{ source: 'TRANSACTION_RULES', source_id: 'eating-out' }],
    });
    expect((await list()).transactions[0]?.categories).toBeUndefined();
  });

  it.each(['?limit=0', '?limit=1001', '?offset=-1', '?enrichments=maybe', '?after=x'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await login.get<Refusal>(`/transactions${query}`);
      expect([status, body.error.code]).toEqual([400, 40000]);
    },
  );
});

describe('balance history', () => {
  it('comes from the institution, or is computed from the transactions', async () => {
    await login.store({
      accounts,
      transactions: [transactionRow(0), transactionRow(1)],
      balances: [{ accountKey: 'a1', date: '2026-10-06', amount: money('100.00') }],
    });
    const path = `/balance_history/${await accountId()}`;
    const retrieved = (await login.get<BalanceHistoryResponse>(path)).body;
    expect([retrieved.source, retrieved.balance_history]).toEqual([
      'INSTITUTION',
      [{ date: '2026-10-06', amount: 100, currency: 'HKD' }],
    ]);
    const computed = (await login.get<BalanceHistoryResponse>(`${path}?source=COMPUTED`)).body;
    expect(computed.source).toBe('COMPUTED');
    expect(computed.balance_history.at(-1)).toMatchObject({ date: '2026-10-05', amount: 100 });
    expect((await login.get(`${path}?source=GUESSED`)).status).toBe(400);
  });
});

describe('cards, identity and income', () => {
  it('show each card and the total, in envelope E3', async () => {
    const card = { accountKey: 'a1', currentBalance: money('-12.30') };
    await login.store({ accounts, cards: [card] });
    const { body } = await login.get<CardDetailsResponse>('/card_details');
    expect(body.card_details.card_accounts[0]?.current_balance?.value).toBe(-12.3);
    expect(body.card_details.card_accounts[0]?.account_type).toEqual({
      type: 'DEPOSIT',
      subtype: 'CURRENT',
    });
    expect(body.card_details.card_total.current_balance).toEqual({ value: -12.3, currency: 'HKD' });
    const other = await TestLogin.link(service, app, { without: ['card_details'] });
    const refused = await other.get<Refusal>('/card_details');
    expect(refused.body.error).toMatchObject({ error_code: 'PRODUCT_NOT_AVAILABLE' });
    expect(refused.body.error.code).toBeUndefined();
  });

  it('show the holder of the login for each account', async () => {
    const entry = {
      raw: HOLDER,
      source: 'INTERNET_BANKING',
      accountKeys: ['a1'],
      fields: { full_name: HOLDER },
    };
    const empty = { addresses: [], emails: [], phoneNumbers: [], datesOfBirth: [] };
    await login.store({ accounts, identity: { names: [entry], ...empty } });
    const { body } = await login.get<IdentityResponse>('/identity');
    const ids = { account_ids: [await accountId()], source: 'INTERNET_BANKING' };
    expect(body.identity.names).toMatchObject([{ full_name: HOLDER, raw: HOLDER, ...ids }]);
  });

  it('estimate the income from the deposits', async () => {
    const whose = { customerAppId: app, loginIdentityId: login.loginIdentityId };
    expect(await service.part(AccountHoldersReads).assessIncome(whose)).toBe('NOT_FOUND');
    const pay = [1, 2, 3, 4].map((month) =>
      transactionRow(month, {
        transactionTime: new Date(Date.UTC(2026, month, 25)),
        amount: money('42000.00'),
        description: 'SALARY ACME LTD',
      }),
    );
    await login.store({ accounts, transactions: pay });
    expect(await service.part(AccountHoldersReads).assessIncome(whose)).toBe('RETRIEVED');
    const { body } = await login.get<IncomeResponse>('/income');
    expect(body.income[0]).toMatchObject({
      source: 'DEPOSITS_ANALYSIS',
      income_total: { estimated_monthly_income: { amount: 42_000, currency: 'HKD' } },
    });
  });
});

describe('a read of missing or foreign data', () => {
  const PATHS = (id: string) => [
    `/accounts/${id}`,
    `/account_numbers/${id}`,
    `/balance_history/${id}`,
    `/transactions/${id}`,
  ];

  it('gets the same answer for accounts of others as for unknown ones', async () => {
    await login.store({ accounts });
    const id = await accountId();
    const sameApp = await TestLogin.link(service, app);
    const otherApp = await TestLogin.link(service, await service.customerApp());
    for (const stranger of [sameApp, otherApp]) {
      for (const path of [...PATHS(id), ...PATHS('01JQ0000000000000000000CNT'), ...PATHS('x')]) {
        const { status, body } = await stranger.get<Refusal>(path);
        expect([path, status, body.error.error_code, body.error.code]).toEqual([
          path,
          400,
          'ACCOUNT_NOT_FOUND',
          40003,
        ]);
      }
      const { body } = await stranger.get<TransactionsResponse>('/transactions');
      expect([body.transactions, body.accounts, body.total_transactions]).toEqual([[], [], 0]);
      const { body: unknown } = await stranger.get<Refusal>(`/statements/${id}`);
      expect(unknown.error).toMatchObject({ code: 40005, error_code: 'STATEMENT_NOT_FOUND' });
    }
  });

  it.each([
    '/accounts',
    '/transactions',
    '/statements',
    '/composite_statement',
    '/identity',
    '/income',
  ])(
    'of %s is refused if the data was not requested, is not ready, or lacks the scope',
    async (path) => {
      const answer = async (products: Parameters<typeof TestLogin.link>[2]) => {
        const early = await TestLogin.link(service, app, products);
        const { status, body } = await early.get<Refusal>(path);
        return [status, body.error.code];
      };
      // The accounts also give a scope to the cards.
      const without = path === '/accounts' ? [400, 40006] : [403, 40300];
      expect(await answer({ without: ALL })).toEqual(without);
      expect(await answer({ status: 'IN_PROGRESS' })).toEqual([400, 40006]);
      expect((await service.get(path)).status).toBe(401);
      expect((await service.get(path, await service.token(app))).status).toBe(403);
    },
  );

  it('finds nothing of a login identity after its erasure', async () => {
    const statements = [
      {
        accountKey: 'a1',
        statementKey: 's',
        date: '2026-01-31',
        name: 'S',
        file: await pdf('s'),
      },
    ];
    const kept = await TestLogin.link(service, app);
    for (const each of [login, kept]) {
      await each.store({ accounts, transactions: rows(3), statements });
    }
    const { loginIdentityId } = login;
    const data = service.part(RetrievedDataService);
    await data.erase({ customerAppId: app, loginIdentityId });
    await data.erase({ customerAppId: app, loginIdentityId });
    await expect(login.store({ accounts })).rejects.toThrow(PersonalDataErased);
    const left = await service.part(Transactions).forApp(app, (tx) =>
      tx.query(
        byValues(`SELECT login_identity_id FROM accounts UNION ALL
           SELECT login_identity_id FROM transactions UNION ALL
           SELECT login_identity_id FROM statements`),
      ),
    );
    expect(
      left.map((row) => (row as { login_identity_id: string }).login_identity_id),
    ).not.toContain(loginIdentityId);
    expect((await kept.get<AccountsResponse>('/accounts')).body.accounts).toHaveLength(1);
  });
});

const ALL = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'identity',
  'income_estimation',
];
