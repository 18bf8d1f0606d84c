import type {
  AccountsResponse,
  BalanceHistoryResponse,
  IdentityResponse,
  StatementsResponse,
  TransactionsResponse,
} from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJobRunner, Transactions } from '@towpath/persistence';
import { createHash } from 'node:crypto';
import { unkeyedId } from '../src/retrieval/retrieved-data/derived-ids.js';
import { TestAccountData } from './account-data.fixture.js';
import {
  ACCOUNT_NUMBER,
  accountRow,
  HOLDER,
  money,
  TestLogin,
  transactionRow,
} from './retrieved-data.fixture.js';

/** More than one transaction moves at once. */
const ROWS = 5_100;
const ACCOUNTS = [accountRow(), { ...accountRow('b2', '7.00'), parentKey: 'a1' }];
const ENTRY = { raw: HOLDER, source: 'INTERNET_BANKING', accountKeys: ['a1'], fields: {} };
const BATCH = {
  accounts: ACCOUNTS,
  balances: [{ accountKey: 'a1', date: '2026-10-06', amount: money('100.00') }],
  statements: [
    {
      accountKey: 'a1',
      statementKey: '2026-08',
      date: '2026-08-28',
      name: 'August',
      file: Buffer.from('%PDF'),
    },
  ],
  identity: { names: [ENTRY], addresses: [], emails: [], phoneNumbers: [], datesOfBirth: [] },
};

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

const sql = (text: string, params: readonly unknown[] = []) =>
  service.part(Transactions).forApp(app, (tx) => tx.query(text, params));
const accountsOf = async (of: TestLogin) =>
  (await of.get<AccountsResponse>('/accounts')).body.accounts;
const digits = ACCOUNT_NUMBER.replaceAll('-', '');
const unkeyedGroup = (number: string) =>
  createHash('sha3-256').update(`${login.loginIdentityId}${number}`).digest('hex');

/** Everything that shows an ID, as a customer app reads it. */
async function shown() {
  const accounts = await accountsOf(login);
  const [first] = accounts.filter(({ account_name: name }) => name === 'Current Account');
  const id = accounts.find(({ balance }) => balance?.value === 100)?.account_id;
  const transactions = (await login.get<TransactionsResponse>('/transactions?limit=1000')).body;
  return {
    first,
    accounts: accounts.map(({ updated_at: _at, ...account }) => account),
    transactions: transactions.transactions.map(({ transaction_id: own }) => own),
    total: transactions.total_transactions,
    statements: (await login.get<StatementsResponse>('/statements')).body.statements,
    balances: (await login.get<BalanceHistoryResponse>(`/balance_history/${id}`)).body,
    identity: (await login.get<IdentityResponse>('/identity')).body.identity,
  };
}

/** What an earlier release stored. */
async function asBefore(transactions: number): Promise<void> {
  const { loginIdentityId: id } = login;
  const move = async (table: string, column: string, pairs: [string, string][]) => {
    await sql(
      `UPDATE ${table} SET ${column} = m.before
       FROM unnest($2::text[], $3::text[]) AS m (now, before)
       WHERE login_identity_id = $1 AND ${column} = m.now`,
      [id, pairs.map(([now]) => now), pairs.map(([, before]) => before)],
    );
  };
  const byKey = new Map<string, string>();
  for (const { account_id: now, balance } of await accountsOf(login)) {
    const key = balance?.value === 100 ? 'a1' : 'b2';
    byKey.set(now, unkeyedId('account', id, [key]));
  }
  for (const table of ['accounts', 'transactions', 'statements', 'account_balances']) {
    await move(table, 'account_id', [...byKey]);
  }
  await move('accounts', 'parent_id', [...byKey]);
  const rows = (await sql(
    `SELECT transaction_id AS now, description FROM transactions WHERE login_identity_id = $1`,
    [id],
  )) as { now: string; description: string }[];
  expect(rows).toHaveLength(transactions);
  await move(
    'transactions',
    'transaction_id',
    rows.map(({ now, description }) => [now, unkeyedId('transaction', id, ['a1', description])]),
  );
  await sql(`UPDATE statements SET statement_id = $2 WHERE login_identity_id = $1`, [
    id,
    unkeyedId('statement', id, ['a1', '2026-08']),
  ]);
  await sql(
    `UPDATE accounts SET has_keyed_ids = false, group_id = $2 WHERE login_identity_id = $1`,
    [id, unkeyedGroup(digits)],
  );
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    transactionRow(index, { transactionKey: `t${index}`, description: `t${index}` }),
  );
const keyIds = () => service.part(DueJobRunner).runAll();

describe('an ID that is derived from what a bank sends', () => {
  it('cannot be computed from the known or guessed parts that it was made from', async () => {
    const { loginIdentityId: id } = login;
    await login.store({ ...BATCH, transactions: rowsOf(1) });
    const text = JSON.stringify(await shown());
    for (const guess of [
      unkeyedId('account', id, ['a1']),
      unkeyedId('transaction', id, ['a1', 't0']),
      unkeyedId('statement', id, ['a1', '2026-08']),
      unkeyedGroup(digits),
      ...['sha256', 'sha512', 'sha3-256'].map((name) =>
        createHash(name).update(`${id}${digits}`).digest('hex'),
      ),
    ]) {
      expect(text).not.toContain(guess);
    }
  });

  it('is one group for one account number of one login identity, and no other', async () => {
    const again = { ...accountRow('c3', '3.00'), number: digits };
    const other = accountRow('d4', '4.00');
    await login.store({ accounts: [accountRow(), again, other] });
    const stranger = await TestLogin.link(service, app);
    await stranger.store({ accounts: [accountRow()] });
    const groups = new Map(
      (await accountsOf(login)).map(({ balance, group_id: group }) => [balance?.value, group]),
    );
    expect(groups.get(100)).toMatch(/^[0-9a-f]{64}$/u);
    expect(groups.get(3)).toBe(groups.get(100));
    expect(groups.get(4)).not.toBe(groups.get(100));
    expect((await accountsOf(stranger))[0]?.group_id).not.toBe(groups.get(100));
  });
});

describe('an ID of an earlier release', () => {
  it('is replaced by a keyed ID, also in everything that names it', async () => {
    await login.store({ ...BATCH, transactions: rowsOf(ROWS) });
    const before = await shown();
    await asBefore(ROWS);
    expect(await shown()).not.toEqual(before);
    await keyIds();
    expect(await shown()).toEqual(before);
    expect(await sql(`SELECT 1 FROM accounts WHERE NOT has_keyed_ids`)).toEqual([]);
  });

  it('is merged with the row that was retrieved again before the replacement', async () => {
    await login.store({ ...BATCH, transactions: rowsOf(3) });
    const before = await shown();
    await asBefore(3);
    await login.store({ ...BATCH, transactions: rowsOf(2) }, { isFirst: true });
    expect((await accountsOf(login)).length).toBe(4);
    await keyIds();
    const { accounts, ...after } = await shown();
    expect(accounts.map(({ created_at: _at, ...account }) => account)).toEqual(
      before.accounts.map(({ created_at: _at, ...account }) => account),
    );
    expect(after.transactions).toEqual(before.transactions);
    expect([after.total, after.balances.balance_history, after.identity]).toEqual([
      before.total,
      before.balances.balance_history,
      before.identity,
    ]);
    expect(after.statements.map(({ id }) => id)).toEqual(before.statements.map(({ id }) => id));
  });
});
