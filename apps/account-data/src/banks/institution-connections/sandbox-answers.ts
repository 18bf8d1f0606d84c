import type { LoginAction, LoginAnswer, LoginRefusal } from './institution-connector.js';
import {
  BANK_PRODUCTS,
  type IdentityEntry,
  type ProductOutcome,
  type RetrievedAccount,
  type RetrievedAmount,
  type RetrievedBatch,
  type RetrievedCard,
  type RetrievedIdentity,
  type RetrievedTransaction,
} from './retrieved-rows.js';

/** The answers of the simulated bank; `products.ts` of the sandbox writes them. */
interface BankAccount {
  readonly account_key: string;
  readonly kind: 'current' | 'savings' | 'card';
  readonly number: string;
  readonly holder: string;
  readonly currency: string;
  readonly balance: string;
  readonly posted_balance: string;
  readonly statement_balance?: string;
}

interface BankTransaction {
  readonly account_key: string;
  readonly row_key: string;
  readonly pending: boolean;
  readonly posted_on: string | null;
  readonly at: string;
  readonly amount: string;
  readonly balance: string | null;
  readonly text: string;
  readonly location: string | null;
}

type BankCard = Readonly<Record<string, string | null>>;

interface BankIdentity {
  readonly account_keys: readonly string[];
  readonly name: { readonly first: string; readonly last: string };
  readonly email: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly mobile?: string;
  readonly born_on?: string;
}

export interface BankPage {
  readonly outcome?: string;
  readonly next?: string;
  readonly accounts?: readonly BankAccount[];
  readonly account_numbers?: readonly Readonly<Record<string, string>>[];
  readonly transactions?: readonly BankTransaction[];
  readonly balances?: readonly Readonly<Record<'account_key' | 'day' | 'balance', string>>[];
  readonly cards?: readonly BankCard[];
  readonly statements?: readonly Readonly<Record<string, string>>[];
  readonly identity?: BankIdentity;
}

const CURRENCY = 'HKD';
const ACCOUNT_TYPES = {
  current: { name: 'Current Account', type: 'DEPOSIT', subtype: 'CURRENT' },
  savings: { name: 'Savings Account', type: 'DEPOSIT', subtype: 'SAVINGS' },
  card: { name: 'Platinum Card', type: 'CARD', subtype: 'CREDIT_CARD' },
} as const;
const OUTCOMES: Readonly<Record<string, ProductOutcome>> = {
  OK: 'RETRIEVED',
  PARTLY: 'PARTIALLY_RETRIEVED',
  NOT_FOUND: 'NOT_FOUND',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  RETRIEVAL_FAILED: 'RETRIEVAL_FAILED',
  CONSENT_ENDED: 'RETRIEVAL_FAILED',
};
const REFUSALS: ReadonlySet<string> = new Set<LoginRefusal>([
  'CREDENTIALS_INVALID',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
  'USER_NEEDED',
]);

export function loginAnswerOf(raw: unknown): LoginAnswer {
  const answer = raw as Readonly<Record<string, unknown>>;
  if (answer['outcome'] === 'ACCEPTED') {
    return {
      outcome: 'ACCEPTED',
      bankSession: String(answer['session']),
      bankUserName: String(answer['user_name']),
      products: BANK_PRODUCTS,
      permissionExpiresAt: new Date(String(answer['consent_ends_at'])),
      refreshesWithoutUser: answer['refreshes_without_user'] === true,
    };
  }
  if (answer['outcome'] === 'ACTION') {
    return {
      outcome: 'ACTION',
      action: answer['action'] as LoginAction,
      pendingLogin: String(answer['pending']),
      firstTime: answer['again'] !== true,
    };
  }
  const reason = String(answer['reason']);
  const known = REFUSALS.has(reason) ? (reason as LoginRefusal) : 'CREDENTIALS_INVALID';
  return { outcome: 'REFUSED', reason: known };
}

export function batchOf(page: BankPage, cursor: string): RetrievedBatch {
  const outcome = OUTCOMES[page.outcome ?? ''] ?? 'RETRIEVAL_FAILED';
  return {
    cursor,
    outcome: page.next === undefined ? outcome : undefined,
    accounts: page.accounts?.map(accountOf),
    accountNumbers: page.account_numbers?.map((row) => ({
      accountKey: row['account_key'] ?? '',
      raw: row['raw'] ?? '',
      paymentDetails: [{ format: 'SWIFT', bic: row['bic'] ?? '', bank_country: 'HKG' }],
    })),
    transactions: page.transactions?.map(transactionOf),
    balances: page.balances?.map(({ account_key, day, balance }) => ({
      accountKey: account_key,
      date: day,
      amount: { value: balance, currency: CURRENCY },
    })),
    cards: page.cards?.map(cardOf),
    statements: page.statements?.map((row) => ({
      accountKey: row['account_key'] ?? '',
      statementKey: row['statement_key'] ?? '',
      date: row['day'] ?? '',
      name: row['name'] ?? '',
      file: Buffer.from(row['pdf'] ?? '', 'base64'),
    })),
    identity: page.identity && identityOf(page.identity),
  };
}

function accountOf(account: BankAccount): RetrievedAccount {
  const { currency } = account;
  const statement = account.statement_balance;
  return {
    accountKey: account.account_key,
    ...ACCOUNT_TYPES[account.kind],
    holderName: account.holder,
    currency,
    country: 'HKG',
    number: account.number,
    balance: shown(account.balance),
    ledgerBalance: shown(account.posted_balance),
    statementBalance: statement === undefined ? undefined : shown(statement),
  };
}

function transactionOf(row: BankTransaction): RetrievedTransaction {
  return {
    accountKey: row.account_key,
    transactionKey: row.row_key,
    isPending: row.pending,
    postedDate: row.posted_on ?? undefined,
    transactionTime: new Date(row.at),
    amount: shown(row.amount),
    runningBalance: row.balance === null ? undefined : shown(row.balance),
    description: row.text,
    location: row.location ?? undefined,
  };
}

function cardOf(card: BankCard): RetrievedCard {
  const amount = (key: string) => shown(card[key] ?? '0.00');
  const paidOn = card['paid_on'];
  return {
    accountKey: card['account_key'] ?? '',
    statementDate: card['statement_on'] ?? '',
    statementPaymentDueDate: card['due_on'] ?? '',
    nextPaymentDueDate: card['due_on'] ?? '',
    ...(paidOn ? { lastPaymentDate: paidOn, lastPaymentAmount: amount('paid') } : {}),
    currentBalance: amount('balance'),
    paymentDueAmount: amount('due'),
    statementDueAmount: amount('statement'),
    totalCreditLimit: amount('limit'),
    availableCreditLimit: amount('available'),
    minimumPaymentDue: amount('minimum'),
    rewardsBalances: [{ value: card['points'] ?? '0', unit: 'points' }],
  };
}

function identityOf(identity: BankIdentity): RetrievedIdentity {
  const entry = (raw: string | undefined, fields: IdentityEntry['fields']): IdentityEntry[] =>
    raw === undefined
      ? []
      : [{ raw, source: 'INTERNET_BANKING', accountKeys: identity.account_keys, fields }];
  const { name, email, mobile, born_on: born, address } = identity;
  const full = `${name.first} ${name.last}`;
  const where = address && addressFields(address);
  return {
    names: entry(full, { full_name: full, first_name: name.first, last_name: name.last }),
    emails: entry(email, { email }),
    phoneNumbers: entry(mobile, mobile === undefined ? {} : { mobile_phone: mobile }),
    datesOfBirth: entry(born, born === undefined ? {} : { date_of_birth: born }),
    addresses: entry(where?.full_address, where ?? {}),
  };
}

function addressFields(address: Readonly<Record<string, string>>) {
  const { flat, floor, building, line, number, street, ...area } = address;
  const { district, city } = area;
  const fields = {
    ...area,
    full_address: `Flat ${flat}, ${floor}/F, ${building}, ${line}, ${district}, ${city}`,
    unit_number: flat,
    floor_number: floor,
    building_name: building,
    street_number: number,
    street_name: street,
    street_address: line,
  };
  return fields as Readonly<Record<string, string>> & { readonly full_address: string };
}

function shown(value: string): RetrievedAmount {
  return { value, currency: CURRENCY, raw: `${CURRENCY} ${value}` };
}
