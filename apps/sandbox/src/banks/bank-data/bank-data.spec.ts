import { accountLedger, balanceOf, dailyBalances, postedBalanceOf } from './account-ledger.js';
import { ACCOUNT_KINDS, bankCustomer } from './bank-customer.js';
import { LARGE_USER, LARGE_USER_ROWS } from './account-ledger.js';
import { firstDay } from './bank-rows.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const ledger = (userId: string, kind: (typeof ACCOUNT_KINDS)[number], now = NOW) =>
  accountLedger(bankCustomer(userId), kind, now);
const sumOf = (rows: readonly { readonly amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

describe('what the simulated bank knows of a user', () => {
  it('the data of a user follows from the user ID alone', () => {
    expect(ledger('usergood', 'current')).toEqual(ledger('usergood', 'current'));
    expect(bankCustomer('usergood')).toEqual(bankCustomer('usergood'));
    expect(bankCustomer('user_otp').numbers).not.toEqual(bankCustomer('usergood').numbers);
  });

  it.each(ACCOUNT_KINDS)('the %s account has transactions of 24 months or more', (kind) => {
    expect(firstDay(NOW)).toBe('2024-10-01');
    const rows = ledger('usergood', kind);
    expect(rows[0]?.day.slice(0, 7)).toBe('2024-10');
    expect(rows.at(-1)?.day.slice(0, 6)).toBe('2026-1');
  });

  it.each(ACCOUNT_KINDS)('balance, posted rows and last day of the %s account add up', (kind) => {
    const rows = ledger('usergood', kind);
    expect(balanceOf(rows)).toBe(sumOf(rows));
    expect(postedBalanceOf(rows)).toBe(sumOf(rows.filter(({ isPending }) => !isPending)));
    expect(dailyBalances(rows, NOW).at(-1)).toEqual({ day: '2026-11-22', balance: sumOf(rows) });
  });

  it.each([1, 10, 45, 200])('the data adds up with what was retrieved %d days before', (days) => {
    for (const kind of ACCOUNT_KINDS) {
      const before = ledger('usergood', kind);
      const after = ledger('usergood', kind, daysLater(days));
      const all = new Map([...before, ...after].map((row) => [row.rowKey, row]));
      expect(sumOf([...all.values()])).toBe(balanceOf(after));
    }
  });

  it('pending card rows are posted later under the same key', () => {
    const pending = Array.from({ length: 30 }, (_, days) => daysLater(days)).flatMap((now) =>
      ledger('usergood', 'card', now).filter(({ isPending }) => isPending),
    );
    expect(pending.length).toBeGreaterThan(0);
    const posted = ledger('usergood', 'card', daysLater(40));
    const keys = new Map(posted.map((row) => [row.rowKey, row.isPending]));
    for (const { rowKey } of pending) expect(keys.get(rowKey)).toBe(false);
  });

  it.each([0, 1, 33])(
    'the large user has exactly its number of rows, also %d days later',
    (days) => {
      const rows = ACCOUNT_KINDS.flatMap((kind) => ledger(LARGE_USER, kind, daysLater(days)));
      expect(rows).toHaveLength(LARGE_USER_ROWS);
      expect(new Set(rows.map(({ rowKey }) => rowKey)).size).toBe(LARGE_USER_ROWS);
    },
  );

  it('rows of the large user are kept for a minute and for few users, because memory is small', () => {
    const [first, second] = [0, 20].map((sec) => new Date(NOW.getTime() + sec * 1_000));
    const remembered = ledger(LARGE_USER, 'current', first);
    expect(ledger(LARGE_USER, 'current', second)).toBe(remembered);
    for (const days of [1, 2, 3]) {
      for (const kind of ACCOUNT_KINDS) ledger(LARGE_USER, kind, daysLater(days));
    }
    expect(ledger(LARGE_USER, 'current', first)).not.toBe(remembered);
  });

  it('the rows of the large user stay from one day to the next, and they add up', () => {
    for (const kind of ACCOUNT_KINDS) {
      const before = ledger(LARGE_USER, kind);
      const after = ledger(LARGE_USER, kind, daysLater(1));
      const all = new Map([...before, ...after].map((row) => [row.rowKey, row]));
      expect(sumOf([...all.values()])).toBe(balanceOf(after));
    }
  });
});
