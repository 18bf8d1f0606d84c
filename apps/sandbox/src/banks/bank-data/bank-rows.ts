import {
  accountKeyOf,
  type AccountKind,
  type BankCustomer,
  SeededRandom,
} from './bank-customer.js';
import {
  firstOfMonth,
  lastOfMonth,
  plusDays,
  workingDayBefore,
  type Day,
  type Month,
  dayOf,
  monthsOf,
  quarterOf,
  type Quarter,
} from './calendar.js';

/** A row of an account. Amounts: cents; outflow negative. */
export interface BankRow {
  readonly rowKey: string;
  readonly day: Day;
  /** Minute of the day, UTC. */
  readonly minute: number;
  readonly amount: number;
  readonly description: string;
  readonly location?: string;
}

const MINUTE_MS = 60_000;

export function instantOf({ day, minute }: Pick<BankRow, 'day' | 'minute'>): Date {
  return new Date(Date.parse(day) + minute * MINUTE_MS);
}

/** Oldest first; rows of one minute by their keys. */
export function inOrder(a: BankRow, b: BankRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  if (a.minute !== b.minute) return a.minute - b.minute;
  return a.rowKey < b.rowKey ? -1 : 1;
}

type Shop = readonly [name: string, least: number, most: number, location: string];

const DEBIT_SHOPS: readonly [Shop, ...Shop[]] = [
  ['WELLCOME FRESH MARKET 2041', 80, 600, 'Sha Tin'],
  ['CITY TRANSIT TOP-UP', 100, 300, 'Hong Kong'],
  ['ATM CASH WITHDRAWAL', 500, 2_000, 'Kwun Tong'],
  ['FPS TO CHAN TAI MAN', 100, 1_500, 'Hong Kong'],
  ['CORNER PHARMACY', 40, 300, 'Wan Chai'],
];
const CARD_SHOPS: readonly [Shop, ...Shop[]] = [
  ['PAPER LANTERN BOOKS', 60, 500, 'Wan Chai'],
  ['BLUE TERN COFFEE', 30, 90, 'Central'],
  ['GOLDEN WOK RESTAURANT', 120, 900, 'Tsuen Wan'],
  ['STREAMBOX SUBSCRIPTION', 78, 78, 'Online'],
  ['NORTH STAR AIRLINES', 800, 3_500, 'Online'],
  ['MAPLE DEPARTMENT STORE', 200, 1_800, 'Causeway Bay'],
  ['PEAK FITNESS CLUB', 450, 450, 'Sha Tin'],
  ['HARBOUR TAXI', 40, 220, 'Hong Kong'],
];

/** The rows of one account in one month, oldest first. */
function monthlyRows(customer: BankCustomer, kind: AccountKind, month: Month): BankRow[] {
  const rows = new RowsOfMonth(customer, kind, month);
  if (kind === 'current') currentRows(rows, customer, month);
  if (kind === 'savings') savingsRows(rows, customer);
  if (kind === 'card') cardRows(rows);
  return rows.sorted();
}

function currentRows(rows: RowsOfMonth, customer: BankCustomer, month: Month): void {
  const { random } = rows;
  rows.add({ date: 1, minute: 540, amount: -customer.rent, description: 'RENT STANDING ORDER' });
  const bill = -random.between([30_000, 90_000]);
  rows.add({ date: 8, minute: 600, amount: bill, description: 'CITY POWER AND GAS AUTOPAY' });
  rows.add({ date: 12, minute: 600, amount: -19_800, description: 'SKYLINE MOBILE AUTOPAY' });
  const payday = Number(workingDayBefore(rows.day(25)).slice(8));
  rows.add({
    date: payday,
    minute: 60,
    amount: customer.salary,
    description: `SALARY ${customer.employer}`,
  });
  rows.add({
    date: 26,
    minute: 620,
    amount: -customer.saving,
    description: 'TRANSFER TO SAVINGS ACCOUNT',
  });
  rows.add({ date: 28, minute: 10, amount: -6_000, description: 'MONTHLY ACCOUNT SERVICE FEE' });
  rows.shopAt(DEBIT_SHOPS, random.between([6, 10]));
  const repaid = cardRepayment(customer, month);
  rows.add({
    date: rows.lastDate,
    minute: 1_200,
    amount: -repaid,
    description: 'CREDIT CARD PAYMENT',
  });
}

function savingsRows(rows: RowsOfMonth, customer: BankCustomer): void {
  const saved = customer.saving;
  rows.add({ date: 26, minute: 621, amount: saved, description: 'TRANSFER FROM CURRENT ACCOUNT' });
  const interest = rows.random.between([2_000, 9_000]);
  rows.add({ date: rows.lastDate, minute: 30, amount: interest, description: 'CREDIT INTEREST' });
}

function cardRows(rows: RowsOfMonth): void {
  rows.shopAt(CARD_SHOPS, rows.random.between([12, 18]));
  rows.add({
    date: rows.lastDate,
    minute: 1_201,
    amount: -rows.total,
    description: 'AUTOPAY PAYMENT - THANK YOU',
  });
}

/** The repayment of the card at the end of the month. */
function cardRepayment(customer: BankCustomer, month: Month): number {
  return monthlyRows(customer, 'card', month).at(-1)?.amount ?? 0;
}

class RowsOfMonth {
  readonly random: SeededRandom;
  readonly lastDate: number;
  private readonly rows: BankRow[] = [];
  private readonly prefix: string;

  constructor(
    customer: BankCustomer,
    kind: AccountKind,
    private readonly month: Month,
  ) {
    const name = `${month.year}-${String(month.month).padStart(2, '0')}`;
    this.prefix = `${accountKeyOf(customer, kind)}-${name}`;
    this.random = new SeededRandom(`rows ${this.prefix}`);
    this.lastDate = Number(lastOfMonth(month).slice(8));
  }

  day(date: number): Day {
    return plusDays(firstOfMonth(this.month), date - 1);
  }

  get total(): number {
    return this.rows.reduce((sum, row) => sum + row.amount, 0);
  }

  add({ date, ...row }: Omit<BankRow, 'rowKey' | 'day'> & { readonly date: number }): void {
    this.rows.push({ ...row, rowKey: `${this.prefix}-${this.rows.length}`, day: this.day(date) });
  }

  shopAt(shops: readonly [Shop, ...Shop[]], times: number): void {
    for (let time = 0; time < times; time += 1) {
      const [description, least, most, location] = this.random.pick(shops);
      const cents = least === most ? 0 : this.random.between([0, 99]);
      const amount = -(this.random.between([least, most]) * 100 + cents);
      const date = this.random.between([1, this.lastDate - 1]);
      this.add({ date, minute: this.random.between([500, 1_190]), amount, description, location });
    }
  }

  sorted(): BankRow[] {
    return this.rows.toSorted(inOrder);
  }
}

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
