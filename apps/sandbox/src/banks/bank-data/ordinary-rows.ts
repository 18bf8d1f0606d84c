import { accountKeyOf, type AccountKind, type BankCustomer } from './bank-customer.js';
import { dayOf, firstOfMonth, lastOfMonth, monthsOf, quarterOf, type Quarter } from './calendar.js';
import { instantOf, monthlyRows, type BankRow } from './monthly-rows.js';
import { SeededRandom } from './seeded-random.js';

const MONTHS_OF_HISTORY = 24;
const OPENING_MINUTE = 1;
const CLOSING_MINUTE = 1_439;

/** First day that the bank shows: of the quarter of the day 24 months ago. */
export function firstDay(now: Date): string {
  const [first] = monthsOf(firstQuarter(now));
  return first ? firstOfMonth(first) : dayOf(now);
}

/**
 * The transactions of an account until now, oldest first. At the end of each quarter the account
 * moves its money to a time deposit, and the next quarter begins with money from it. The rows of
 * whole quarters therefore have a sum of 0. The visible rows add up to the balance, wherever the
 * history begins.
 */
export function ordinaryRows(customer: BankCustomer, kind: AccountKind, now: Date): BankRow[] {
  const rows: BankRow[] = [];
  const last = quarterOf(dayOf(now));
  for (let quarter = firstQuarter(now); quarter <= last; quarter += 1) {
    rows.push(...rowsOfQuarter(customer, kind, quarter));
  }
  return rows.filter((row) => instantOf(row) <= now);
}

function firstQuarter(now: Date): Quarter {
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_OF_HISTORY, 1));
  return quarterOf(dayOf(then));
}

function rowsOfQuarter(customer: BankCustomer, kind: AccountKind, quarter: Quarter): BankRow[] {
  const months = monthsOf(quarter);
  const [first, , third] = months;
  const rows = months.flatMap((month) => monthlyRows(customer, kind, month));
  // The card is paid off each month: it needs no time deposit.
  if (kind === 'card' || !first || !third) return rows;
  const key = `${accountKeyOf(customer, kind)}-q${quarter}`;
  const opening: BankRow = {
    rowKey: `${key}-opening`,
    day: firstOfMonth(first),
    minute: OPENING_MINUTE,
    amount: new SeededRandom(key).between([60_000, 90_000]) * 100,
    description: 'TRANSFER FROM TIME DEPOSIT',
  };
  const total = rows.reduce((sum, row) => sum + row.amount, opening.amount);
  const closing: BankRow = {
    rowKey: `${key}-closing`,
    day: lastOfMonth(third),
    minute: CLOSING_MINUTE,
    amount: -total,
    description: 'TRANSFER TO TIME DEPOSIT',
  };
  return [opening, ...rows, closing];
}
