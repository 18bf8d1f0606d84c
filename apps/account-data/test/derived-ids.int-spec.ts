import type {
  AccountsResponse,
  BalanceHistoryResponse,
  IdentityResponse,
  StatementsResponse,
  TransactionsResponse,
} from '@towpath/contracts/account-data';
import type { CustomerAppId } from '@towpath/kernel';
import { createHash } from 'node:crypto';
import { TestAccountData } from './account-data.fixture.js';
import {
  ACCOUNT_NUMBER,
  accountRow,
  HOLDER,
  money,
  TestLogin,
  transactionRow,
} from './retrieved-data.fixture.js';

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

const accountsOf = async (of: TestLogin) =>
  (await of.get<AccountsResponse>('/accounts')).body.accounts;
const digits = ACCOUNT_NUMBER.replaceAll('-', '');
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The ID that a hash without a key would give. */
function unkeyedId(kind: string, ...keys: readonly string[]): string {
  const source = JSON.stringify([kind, login.loginIdentityId, ...keys]);
  const digest = createHash('sha256').update(source).digest().subarray(0, 26);
  return Array.from(digest, (byte, index) => ALPHABET[byte & (index === 0 ? 7 : 31)]).join('');
}
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

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    transactionRow(index, { transactionKey: `t${index}`, description: `t${index}` }),
  );

describe('an ID that is derived from what a bank sends', () => {
  it('cannot be computed from the known or guessed parts that it was made from', async () => {
    const { loginIdentityId: id } = login;
    await login.store({ ...BATCH, transactions: rowsOf(1) });
    const text = JSON.stringify(await shown());
    for (const guess of [
      unkeyedId('account', 'a1'),
      unkeyedId('transaction', 'a1', 't0'),
      unkeyedId('statement', 'a1', '2026-08'),
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
