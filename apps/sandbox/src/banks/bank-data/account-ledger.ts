import {
  accountKeyOf,
  ACCOUNT_KINDS,
  type AccountKind,
  type BankCustomer,
  SeededRandom,
} from './bank-customer.js';
import { dayOf, plusDays, type Day } from './calendar.js';
import { type BankRow, ordinaryRows, inOrder, firstDay } from './bank-rows.js';

/** The user with many transactions, and how many, over all accounts. */
export const LARGE_USER = 'user_large';
export const LARGE_USER_ROWS = 100_000;

const PAIRS_PER_DAY = 80;

/**
 * Pairs of transactions that cancel out, so many that the user has exactly 100,000 rows. A pair has
 * a sum of 0 and a fixed day; a later refresh adds pairs and changes none.
 */
function fillersOf(customer: BankCustomer, kind: AccountKind, now: Date): BankRow[] {
  const ordinary = ACCOUNT_KINDS.map((each) => ordinaryRows(customer, each, now).length);
  const missing = LARGE_USER_ROWS - ordinary.reduce((sum, count) => sum + count, 0);
  const rows: BankRow[] = [];
  let filled = 0;
  for (let day = plusDays(dayOf(now), -1); filled < missing; day = plusDays(day, -1)) {
    const count = Math.min(PAIRS_PER_DAY * 2, missing - filled);
    rows.push(...fillersOfDay(accountKeyOf(customer, kind), { kind, day, count }));
    filled += count;
  }
  return rows;
}

interface FilledDay {
  readonly kind: AccountKind;
  readonly day: Day;
  /** Over all accounts. */
  readonly count: number;
}

function fillersOfDay(accountKey: string, { kind, day, count }: FilledDay): BankRow[] {
  const random = new SeededRandom(`fill ${accountKey} ${day}`);
  const own = ACCOUNT_KINDS.indexOf(kind);
  const rows: BankRow[] = [];
  for (let pair = 0; pair * 2 < count; pair += 1) {
    const amount = random.between([1_000, 90_000]);
    if (pair % ACCOUNT_KINDS.length !== own) continue;
    const key = `${accountKey}-fill-${day}-${pair}`;
    const minute = 420 + pair * 6;
    if (pair * 2 + 1 === count) {
      rows.push({ rowKey: key, day, minute, amount: 0, description: 'FEE WAIVED' });
      continue;
    }
    const [out, back] = ['FPS TO ORDER DESK', 'FPS FROM ORDER DESK'];
    rows.push({ rowKey: `${key}-a`, day, minute, amount: -amount, description: out });
    rows.push({ rowKey: `${key}-b`, day, minute: minute + 3, amount, description: back });
  }
  return rows;
}

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
