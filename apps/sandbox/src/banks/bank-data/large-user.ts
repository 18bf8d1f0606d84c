import {
  accountKeyOf,
  ACCOUNT_KINDS,
  type AccountKind,
  type BankCustomer,
} from './bank-customer.js';
import { dayOf, plusDays, type Day } from './calendar.js';
import type { BankRow } from './monthly-rows.js';
import { ordinaryRows } from './ordinary-rows.js';
import { SeededRandom } from './seeded-random.js';

/** The user with many transactions, and how many, over all accounts. */
export const LARGE_USER = 'user_large';
export const LARGE_USER_ROWS = 100_000;

const PAIRS_PER_DAY = 80;

/**
 * Pairs of transactions that cancel out, so many that the user has exactly 100,000 rows. A pair has
 * a sum of 0 and a fixed day; a later refresh adds pairs and changes none.
 */
export function fillersOf(customer: BankCustomer, kind: AccountKind, now: Date): BankRow[] {
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
