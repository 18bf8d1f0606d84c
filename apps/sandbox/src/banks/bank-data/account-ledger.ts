import type { AccountKind, BankCustomer } from './bank-customer.js';
import { dayOf, plusDays, type Day } from './calendar.js';
import { fillersOf, LARGE_USER } from './large-user.js';
import { inOrder, type BankRow } from './monthly-rows.js';
import { firstDay, ordinaryRows } from './ordinary-rows.js';

/** A row as the bank shows it at one moment. */
export interface LedgerRow extends BankRow {
  readonly isPending: boolean;
  readonly postedDay: Day;
  /** After this row. */
  readonly balance: number;
  /** Sorts as the account does. */
  readonly place: string;
}

/** Card purchases are posted this many days later. */
const CARD_POSTING_DAYS = 2;
/** Most rows in all cached ledgers: twice those of the largest user, about 400 bytes each. */
const MOST_ROWS = 200_000;
const MINUTE_LENGTH = '2026-01-01T00:00'.length;
const kept = new Map<string, readonly LedgerRow[]>();

/** All rows of an account until now, oldest first. It is the same for a whole minute. */
export function accountLedger(
  customer: BankCustomer,
  kind: AccountKind,
  now: Date,
): readonly LedgerRow[] {
  const key = `${customer.userId} ${kind} ${now.toISOString().slice(0, MINUTE_LENGTH)}`;
  const known = kept.get(key) ?? ledgerOf(customer, kind, now);
  kept.delete(key);
  kept.set(key, known);
  forgetOldest();
  return known;
}

function forgetOldest(): void {
  let rows = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [key, { length }] of kept) {
    if (rows <= MOST_ROWS) return;
    kept.delete(key);
    rows -= length;
  }
}

/** The balance at the end of each day, oldest first. Amounts: cents. */
export function dailyBalances(
  rows: readonly LedgerRow[],
  now: Date,
): { readonly day: Day; readonly balance: number }[] {
  const days: { day: Day; balance: number }[] = [];
  let [index, balance] = [0, 0];
  for (let day = firstDay(now); day <= dayOf(now); day = plusDays(day, 1)) {
    for (let row = rows[index]; row && row.day <= day; row = rows[index]) {
      balance = row.balance;
      index += 1;
    }
    days.push({ day, balance });
  }
  return days;
}

export function balanceOf(rows: readonly LedgerRow[]): number {
  return rows.at(-1)?.balance ?? 0;
}

export function postedBalanceOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, row) => sum + (row.isPending ? 0 : row.amount), 0);
}

function ledgerOf(customer: BankCustomer, kind: AccountKind, now: Date): LedgerRow[] {
  const ordinary = ordinaryRows(customer, kind, now);
  const isLarge = customer.userId === LARGE_USER;
  const rows = isLarge ? [...ordinary, ...fillersOf(customer, kind, now)] : ordinary;
  let balance = 0;
  return rows.toSorted(inOrder).map((row) => {
    balance += row.amount;
    const isPurchase = kind === 'card' && row.amount < 0;
    const postedDay = isPurchase ? plusDays(row.day, CARD_POSTING_DAYS) : row.day;
    const place = `${row.day} ${String(row.minute).padStart(4, '0')} ${row.rowKey}`;
    return { ...row, postedDay, balance, place, isPending: postedDay > dayOf(now) };
  });
}
