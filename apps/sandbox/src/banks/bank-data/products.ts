import {
  accountKeyOf,
  ACCOUNT_KINDS,
  type AccountKind,
  type BankCustomer,
} from './bank-customer.js';
import {
  accountLedger,
  balanceOf,
  dailyBalances,
  postedBalanceOf,
  type LedgerRow,
} from './account-ledger.js';
import { dayOf, lastOfMonth, plusDays, type Day } from './calendar.js';
import { LARGE_USER } from './account-ledger.js';
import { instantOf } from './bank-rows.js';
import { statementFile, statementsOf } from './statements.js';

const CURRENCY = 'HKD';
/** Younger rows are on the bank's page at once; older ones come from its archive. */
const ONLINE_DAYS = 90;
const PAGE_ROWS = 500;
/** Users with many rows get them in fewer pages. */
const LARGE_PAGE_ROWS = 1_000;
const PAGE_FILES = 12;
const STATEMENT_DATE = 20;
const AFTER_ALL_DAYS: Day = '9999-12-31';

export interface Question {
  readonly customer: BankCustomer;
  readonly product: string;
  readonly now: Date;
  readonly since: Day | null;
  /** `next` of the page before. */
  readonly after: string | null;
}

/** A page of a product in the words of the bank. `next` is absent on the last one. */
interface ProductPage {
  readonly accounts: readonly object[];
  readonly next?: string;
  readonly [rows: string]: unknown;
}

type Reader = (question: Question) => ProductPage | Promise<ProductPage>;

/** The bank's answers, by product. */
export const PRODUCT_READERS: Readonly<Record<string, Reader>> = {
  ACCOUNTS: (question) => ({ accounts: accountsOf(question) }),
  ACCOUNT_NUMBERS: (question) => ({
    accounts: accountsOf(question),
    account_numbers: ['current', 'savings'].map((kind) =>
      accountNumber(question.customer, kind as AccountKind),
    ),
  }),
  PAYMENTS: (question) => ({ accounts: accountsOf(question) }),
  ONLINE_TRANSACTIONS: (question) => transactionPage(question, { from: onlineSince(question) }),
  HISTORICAL_TRANSACTIONS: (question) =>
    transactionPage(question, { before: onlineSince(question) }),
  BALANCE_HISTORY: balancePage,
  CARD_DETAILS: (question) => ({ accounts: accountsOf(question), cards: [cardOf(question)] }),
  STATEMENTS: statementPage,
  IDENTITY: (question) => ({ accounts: accountsOf(question), identity: identityOf(question) }),
};

function onlineSince({ now }: Question): Day {
  return plusDays(dayOf(now), -ONLINE_DAYS);
}

/** By ledger, which is the same for a minute: each page shows the accounts. */
const shownAccounts = new WeakMap<readonly LedgerRow[], object[]>();

function accountsOf(question: Question): object[] {
  const ledger = accountLedger(question.customer, 'card', question.now);
  const shown = shownAccounts.get(ledger) ?? showAccounts(question);
  shownAccounts.set(ledger, shown);
  return shown;
}

function showAccounts({ customer, now }: Question): object[] {
  return ACCOUNT_KINDS.map((kind) => {
    const rows = accountLedger(customer, kind, now);
    return {
      account_key: accountKeyOf(customer, kind),
      kind,
      number: customer.numbers[kind],
      holder: `${customer.firstName} ${customer.lastName}`,
      currency: CURRENCY,
      balance: money(balanceOf(rows)),
      posted_balance: money(postedBalanceOf(rows)),
      ...(kind === 'card' ? { statement_balance: money(atLastStatement(rows, now).balance) } : {}),
    };
  });
}

function accountNumber(customer: BankCustomer, kind: AccountKind) {
  return {
    account_key: accountKeyOf(customer, kind),
    raw: customer.numbers[kind],
    bic: 'TESTHKHH',
    bank_code: '999',
  };
}

/** Rows are sorted by day: rows before or after a page are skipped, not read. */
function transactionPage(
  question: Question,
  { from = '', before = AFTER_ALL_DAYS }: { readonly from?: Day; readonly before?: Day },
): ProductPage {
  const { customer, now, since, after } = question;
  const first = since !== null && since > from ? since : from;
  const most = customer.userId === LARGE_USER ? LARGE_PAGE_ROWS : PAGE_ROWS;
  const rows = ACCOUNT_KINDS.flatMap((kind, index) => {
    const all = accountLedger(customer, kind, now);
    const isAhead = ({ day, place }: LedgerRow) =>
      day >= first && (after === null || `${index} ${place}` > after);
    const start = firstIndex(all, isAhead);
    const end = firstIndex(all, ({ day }) => day >= before);
    // One more than a page tells whether there is another.
    return all.slice(start, Math.min(end, start + most + 1)).map((row) => ({ row, kind, index }));
  });
  const page = rows.slice(0, most);
  const last = page.at(-1);
  const next = last && rows.length > page.length ? `${last.index} ${last.row.place}` : undefined;
  return {
    accounts: accountsOf(question),
    transactions: page.map(({ row, kind }) => transactionOf(customer, kind, row)),
    ...(next === undefined ? {} : { next }),
  };
}

/** Index of the first row that matches; all later rows must match too. */
function firstIndex(rows: readonly LedgerRow[], isAlike: (row: LedgerRow) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row && isAlike(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function transactionOf(customer: BankCustomer, kind: AccountKind, row: LedgerRow) {
  return {
    account_key: accountKeyOf(customer, kind),
    row_key: row.rowKey,
    pending: row.isPending,
    posted_on: row.isPending ? null : row.postedDay,
    at: instantOf(row).toISOString(),
    amount: money(row.amount),
    balance: kind === 'card' ? null : money(row.balance),
    text: row.description,
    location: row.location ?? null,
  };
}

function balancePage(question: Question): ProductPage {
  const { customer, now, since, after } = question;
  const kinds = ACCOUNT_KINDS.filter((kind) => after === null || kind === after);
  const [kind = 'current'] = kinds;
  const next = ACCOUNT_KINDS[ACCOUNT_KINDS.indexOf(kind) + 1];
  const days = dailyBalances(accountLedger(customer, kind, now), now);
  return {
    accounts: accountsOf(question),
    balances: days
      .filter(({ day }) => since === null || day >= since)
      .map(({ day, balance }) => ({
        account_key: accountKeyOf(customer, kind),
        day,
        balance: money(balance),
      })),
    ...(next ? { next } : {}),
  };
}

async function statementPage(question: Question): Promise<ProductPage> {
  const { customer, now, since, after } = question;
  const all = ACCOUNT_KINDS.flatMap((kind, index) =>
    statementsOf(customer, kind, now).map((statement) => ({
      statement,
      place: `${index} ${statement.lastDay}`,
    })),
  ).filter(({ statement }) => since === null || statement.lastDay >= since);
  const rest = after === null ? all : all.filter(({ place }) => place > after);
  const page = rest.slice(0, PAGE_FILES);
  const next = rest.length > page.length ? page.at(-1)?.place : undefined;
  const statements = [];
  for (const { statement } of page) {
    const file = await statementFile(customer, statement, now);
    statements.push({
      account_key: accountKeyOf(customer, statement.kind),
      statement_key: statement.statementKey,
      day: statement.lastDay,
      name: statement.name,
      pdf: file.toString('base64'),
    });
  }
  return { accounts: accountsOf(question), statements, ...(next ? { next } : {}) };
}

function atLastStatement(rows: readonly LedgerRow[], now: Date) {
  const [year = 0, month = 1, date = 1] = dayOf(now).split('-').map(Number);
  const back = date >= STATEMENT_DATE ? 0 : 1;
  const last = new Date(Date.UTC(year, month - 1 - back, STATEMENT_DATE));
  const day = dayOf(last);
  const before = rows.findLast((row) => row.day <= day);
  const due = lastOfMonth({ year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 });
  return { day, due, balance: before?.balance ?? 0 };
}

function cardOf({ customer, now }: Question) {
  const rows = accountLedger(customer, 'card', now);
  const statement = atLastStatement(rows, now);
  const owed = balanceOf(rows);
  const paid = rows.findLast(({ amount }) => amount > 0);
  const isPaid = (paid?.day ?? '') > statement.day;
  const due = isPaid ? 0 : -statement.balance;
  return {
    account_key: accountKeyOf(customer, 'card'),
    statement_on: statement.day,
    due_on: statement.due,
    paid_on: paid?.day ?? null,
    paid: paid ? money(paid.amount) : null,
    balance: money(owed),
    due: money(due),
    statement: money(-statement.balance),
    limit: money(customer.creditLimit),
    available: money(customer.creditLimit + owed),
    minimum: money(Math.min(due, Math.max(5_000, Math.round(due / 20)))),
    points: String(Math.round(-owed / 100)),
  };
}

function identityOf({ customer }: Question) {
  const { address } = customer;
  const line = `${address.number} ${address.street}`;
  return {
    account_keys: ACCOUNT_KINDS.map((kind) => accountKeyOf(customer, kind)),
    name: { first: customer.firstName, last: customer.lastName },
    address: { ...address, line, city: 'Hong Kong', country: 'HKG' },
    email: customer.email,
    mobile: customer.mobilePhone,
    born_on: customer.dateOfBirth,
  };
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
