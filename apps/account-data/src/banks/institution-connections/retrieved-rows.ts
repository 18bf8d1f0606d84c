/** Products that are read from a bank, as `product_status` names them, in capitals. */
export const BANK_PRODUCTS = [
  'ACCOUNTS',
  'ACCOUNT_NUMBERS',
  'ONLINE_TRANSACTIONS',
  'HISTORICAL_TRANSACTIONS',
  'STATEMENTS',
  'IDENTITY',
  'BALANCE_HISTORY',
  'CARD_DETAILS',
  'PAYMENTS',
] as const;
/** `INCOME_ESTIMATION` is not among them: it is computed from stored transactions. */
export type BankProduct = (typeof BANK_PRODUCTS)[number];

/** The outcome of a product; the suffix of its event. */
export type ProductOutcome =
  | 'RETRIEVED'
  | 'PARTIALLY_RETRIEVED'
  | 'RETRIEVAL_FAILED'
  | 'NOT_FOUND'
  | 'NOT_SUPPORTED'
  | 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION';

/** Rows of one batch, all kinds together. */
export const MAX_BATCH_ROWS = 1_000;
/** Files are larger than rows. */
export const MAX_BATCH_STATEMENTS = 12;

/**
 * A part of a product. Rows name their account by `accountKey`, the bank's own stable ID of it.
 * `accounts` holds every account that the other rows name, so that products can be read in any
 * order and at the same time.
 */
export interface RetrievedBatch {
  /** Resumes behind this batch. Opaque, at most 500 characters, no secret. */
  readonly cursor: string;
  /** Outcome of the whole product; only in the last batch. */
  readonly outcome?: ProductOutcome;
  readonly accounts?: readonly RetrievedAccount[];
  readonly accountNumbers?: readonly RetrievedAccountNumber[];
  readonly transactions?: readonly RetrievedTransaction[];
  readonly balances?: readonly RetrievedBalance[];
  readonly cards?: readonly RetrievedCard[];
  readonly statements?: readonly RetrievedStatement[];
  readonly identity?: RetrievedIdentity;
}

/** A decimal amount as the bank shows it, in major units: `-1234.50`. */
export interface RetrievedAmount {
  readonly value: string;
  readonly currency: string;
  /** Text of the bank: `HKD 1,234.50 DR`. */
  readonly raw?: string;
}

export interface RetrievedAccount {
  readonly accountKey: string;
  readonly name: string;
  readonly nickname?: string;
  readonly holderName?: string;
  readonly type: 'UNKNOWN' | 'DEPOSIT' | 'CARD' | 'INVESTMENT' | 'LOAN' | 'OTHER';
  readonly subtype: string;
  readonly currency: string;
  /** ISO 3166 alpha-3. */
  readonly country: string;
  /** In plain text: the store masks, salts and encrypts it. */
  readonly number: string;
  /** `accountKey` of the account that this one is part of. */
  readonly parentKey?: string;
  readonly isParent?: boolean;
  readonly isClosed?: boolean;
  /** Pending rows included. */
  readonly balance?: RetrievedAmount;
  /** Posted rows alone. */
  readonly ledgerBalance?: RetrievedAmount;
  readonly statementBalance?: RetrievedAmount;
}

interface RetrievedAccountNumber {
  readonly accountKey: string;
  /** In the bank's own words. */
  readonly raw: string;
  /** Details for payments to the account; `payment_details` of the interface. */
  readonly paymentDetails: readonly Readonly<Record<string, string>>[];
}

export interface RetrievedTransaction {
  readonly accountKey: string;
  /**
   * The bank's own ID, stable from pending to posted. If a bank gives a posted row a new ID, its
   * connector gives the ID of the pending row here; the new one is `reference`.
   */
  readonly transactionKey: string;
  readonly isPending: boolean;
  /** `YYYY-MM-DD`; absent while pending. */
  readonly postedDate?: string;
  /** When it happened; orders the list. */
  readonly transactionTime: Date;
  /** Outflow negative. */
  readonly amount: RetrievedAmount;
  readonly runningBalance?: RetrievedAmount;
  readonly description: string;
  readonly reference?: string;
  readonly location?: string;
}

interface RetrievedBalance {
  readonly accountKey: string;
  /** `YYYY-MM-DD`, one row per day: the balance at its end. */
  readonly date: string;
  readonly amount: RetrievedAmount;
}

export interface RetrievedCard {
  readonly accountKey: string;
  /** `YYYY-MM-DD`. */
  readonly statementPaymentDueDate?: string;
  readonly nextPaymentDueDate?: string;
  readonly statementDate?: string;
  readonly lastPaymentDate?: string;
  readonly lastPaymentAmount?: RetrievedAmount;
  readonly currentBalance?: RetrievedAmount;
  readonly paymentDueAmount?: RetrievedAmount;
  readonly statementDueAmount?: RetrievedAmount;
  readonly totalCreditLimit?: RetrievedAmount;
  readonly availableCreditLimit?: RetrievedAmount;
  readonly minimumPaymentDue?: RetrievedAmount;
  readonly rewardsBalances?: readonly { readonly value: string; readonly unit?: string }[];
}

export interface RetrievedStatement {
  readonly accountKey: string;
  readonly statementKey: string;
  /** `YYYY-MM-DD`, last day of its period. */
  readonly date: string;
  readonly name: string;
  /** A PDF file. */
  readonly file: Buffer;
}

/** Entries as the interface shows them, without `account_ids`, which the store fills in. */
export interface RetrievedIdentity {
  readonly names: readonly IdentityEntry[];
  readonly addresses: readonly IdentityEntry[];
  readonly emails: readonly IdentityEntry[];
  readonly phoneNumbers: readonly IdentityEntry[];
  readonly datesOfBirth: readonly IdentityEntry[];
}

export interface IdentityEntry {
  readonly raw: string;
  /** `INTERNET_BANKING`. */
  readonly source: string;
  readonly accountKeys: readonly string[];
  /** Members of the interface: `full_name`, `city`, `email` … */
  readonly fields: Readonly<Record<string, string>>;
}
