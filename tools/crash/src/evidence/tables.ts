import { CARD_ENTRIES, CARD_HOLDS, STRIPE } from './stripe-tables.js';

/** A table whose rows are evidence. Words are separated by spaces; amounts are minor units. */
export interface Table {
  /** The service whose database has it, if it is another one than that of its group. */
  readonly of?: string;
  readonly from: string;
  /** Columns of text; every row has a `customer_app_id` too. */
  readonly text: string;
  /** Other columns, each as `name:type`. */
  readonly typed?: string;
  /** Columns that are expressions. */
  readonly sql?: Readonly<Record<string, string>>;
}

const inMinor = (amount: string) => `coalesce(round(${amount} * 100), 0)::bigint`;

/** Tables that a login leaves nothing in once it is unlinked, each with what still counts. */
const REMAINS: Readonly<Record<string, string>> = {
  login_credentials: 'credentials_sealed IS NOT NULL OR bank_session_sealed IS NOT NULL',
  link_jobs: 'true',
  accounts: 'true',
  transactions: 'true',
  account_balances: 'true',
  statements: 'true',
  composite_statements: 'true',
  identities: 'true',
};

const COUNTS_OF_REMAINS = [
  ...Object.entries(REMAINS).map(
    ([table, counts]) =>
      `SELECT customer_app_id, login_identity_id, '${table}' AS table, count(*)::int AS rows
       FROM ${table} WHERE ${counts} GROUP BY 1, 2`,
  ),
  // The subject of a key names its login identity.
  `SELECT customer_app_id, i.login_identity_id, 'personal_data_keys' AS table, count(*)::int AS rows
   FROM personal_data_keys k JOIN login_identities i USING (customer_app_id)
   WHERE k.wrapped_key IS NOT NULL AND position(i.login_identity_id IN k.subject_id) > 0
   GROUP BY 1, 2`,
].join(' UNION ALL ');

export const TABLES = {
  books: {
    links: {
      from: 'payment_links',
      text: 'payment_link_id unique_reference_id mode status currency external_user_id',
      typed: 'amount:number? sequence:number attempt_in_flight:boolean',
    },
    attempts: {
      from: 'payment_attempts',
      text: 'attempt_id payment_link_id status',
      typed: 'payment_id:text? mandate_id:text? gateway_reference:text? sequence:number',
    },
    /** Of stored cards, without the payer. */
    charges: { from: 'charges', text: 'payment_id', typed: 'gateway_reference:text?' },
    /** The reference is the caller's own name of a charge on a stored method. */
    payments: {
      from: 'payments',
      text: 'payment_id type status currency recipient_account_id user_id',
      typed: `payment_link_id:text? attempt_id:text? mandate_id:text? amount:number
        surcharge_amount:number amount_returned:number? external_transaction_reference:text?
        at_processor:boolean sequence:number`,
    },
    methods: {
      from: 'payment_methods',
      text: 'payment_method_id status',
      typed: 'payment_link_id:text? sequence:number',
    },
    /** `REQUESTED` by the customer app; the other kinds are of money that nobody asked for. */
    refunds: {
      from: 'refunds',
      text: 'refund_id payment_id kind status currency',
      typed: 'payout_id:text? amount:number sequence:number',
    },
    /** The funding payment is the direct debit that pulls the funds. */
    payouts: {
      from: 'payouts',
      text: 'payout_id type status currency sender_account_id',
      typed: `external_transaction_reference:text? funding_payment_id:text? amount:number
        sequence:number`,
    },
    bills: {
      from: 'bills',
      text: 'bill_id external_bill_id bill_reference_id user_id status currency',
      typed: 'amount:number sequence:number',
    },
    /** Money that somebody transferred; the refund is of what went back. */
    incoming: {
      from: 'incoming_transfers',
      text: 'incoming_transfer_id outcome currency payment_account_id',
      typed: 'payment_id:text? refund_id:text? amount:number',
    },
    users: { from: 'payment_users', text: 'user_id', typed: 'sequence:number' },
    ledgerAccounts: {
      from: 'ledger_accounts',
      text: 'ledger_account currency kind payment_account_id',
    },
    /** `dispute_sequence` is of the event that moved the money, `written_by` of a transaction. */
    transfers: {
      from: 'ledger_transfers',
      text: 'ledger_transfer_id kind debit_account credit_account currency',
      typed: `payment_id:text? refund_id:text? payout_id:text? dispute_id:text?
        dispute_sequence:number? processor_reference:text? amount:number written_by:number`,
    },
    checkpoints: {
      from: 'ledger_checkpoints',
      text: 'ledger_account currency',
      typed: 'covers_before:number balance:number',
    },
  },
  mandates: {
    mandates: {
      from: 'mandates',
      text: 'mandate_id status currency',
      typed: `payment_link_id:text? max_transaction_amount:number? max_period_amount:number?
        max_period_count:number? period:text? sequence:number`,
    },
    /** The period that a charge counts in, and the day when it was reserved by its app's clock. */
    debits: {
      from: 'direct_debits',
      text: 'payment_id mandate_id status currency reserved_on',
      typed: 'period_start:text? amount:number reserved:boolean sequence:number',
      sql: {
        period_start: 'period_start::text',
        reserved_on: `(created_at AT TIME ZONE 'UTC')::date::text`,
      },
    },
    usage: {
      from: 'mandate_usage',
      text: 'mandate_id period_start',
      typed: 'used_amount:number used_count:number',
      sql: { period_start: 'period_start::text' },
    },
  },
  disputes: {
    /** The position counts what happened to it at the processor, as far as we know. */
    disputes: {
      from: 'disputes',
      text: 'dispute_id integration_id processor_reference payment_id status',
      typed: 'position:number sequence:number',
    },
    atProcessors: {
      of: 'sandbox',
      from: 'card_disputes',
      text: 'gateway dispute_reference state',
      typed: 'position:number',
    },
  },
  linking: {
    logins: {
      from: 'login_identities',
      text: 'login_identity_id status session_id session_status',
      typed: 'products:list sequence:number',
    },
    /** Balances of the bank with and without what is pending, and sums of the transactions. */
    accounts: {
      from: `accounts a
        LEFT JOIN transactions t USING (customer_app_id, login_identity_id, account_id)
        GROUP BY a.customer_app_id, a.login_identity_id, a.account_id`,
      text: 'login_identity_id account_id',
      typed: `balance:number ledger_balance:number transaction_count:number transactions:number
        sum:number posted_sum:number`,
      sql: {
        balance: inMinor(`(a.balances->'balance'->>'value')::numeric`),
        ledger_balance: inMinor(`(a.balances->'ledger'->>'value')::numeric`),
        transactions: 'count(t.transaction_id)::int',
        sum: inMinor('sum(t.amount)'),
        posted_sum: inMinor('sum(t.amount) FILTER (WHERE NOT t.is_pending)'),
      },
    },
    remains: {
      from: `(${COUNTS_OF_REMAINS}) AS remains`,
      text: 'login_identity_id table',
      typed: 'rows:number',
    },
  },
  /** The books of the card gateways of the sandbox, and of Stripe; the entries are also those of its bank. */
  gateway: {
    /** The reference is our attempt, or our payment: with the bank, and of a charge at Stripe. */
    entries: {
      from: CARD_ENTRIES,
      text: 'reference payment_id merchant_account kind currency',
      typed: 'amount:number',
    },
    authorizations: {
      from: CARD_HOLDS,
      text: 'reference state purpose',
      typed: 'payment_id:text?',
    },
  },
  stripe: STRIPE,
  /** The books of the sandbox's bank and billing system; the references are our IDs. */
  bank: {
    mandates: {
      from: 'debit_mandates',
      text: 'reference state',
      typed: 'activated:boolean',
      sql: { activated: 'activated_at IS NOT NULL' },
    },
    collections: {
      from: 'debit_collections',
      text: 'reference mandate_reference state currency',
      typed: 'amount:number',
    },
    payouts: {
      from: 'bank_payouts',
      text: 'reference debtor_account state currency',
      typed: 'amount:number',
    },
    /** The reference is `IN`, and then our ID. */
    transfers: { from: 'bank_transfers', text: 'reference currency', typed: 'amount:number' },
    bills: {
      from: 'external_bills',
      text: 'bill_number',
      typed: 'amount:number voided:boolean',
      sql: {
        amount: `(bill -> 'due' ->> 'minor')::bigint`,
        voided: `(bill ->> 'voided')::boolean`,
      },
    },
  },
  webhooks: {
    recorded: {
      from: 'webhook_messages',
      text: 'event_id event_type resource_kind resource_id',
      typed: 'sequence:number',
    },
    /** Without a status when no answer came. */
    attempts: {
      from: 'webhook_attempts',
      text: 'webhook_endpoint_id event_id',
      typed: 'attempt_number:number status_code:number?',
    },
  },
} as const satisfies Record<string, Record<string, Table>>;

export const DATABASES: Readonly<Record<keyof typeof TABLES, string>> = {
  books: 'payment-link',
  mandates: 'mandate',
  disputes: 'dispute',
  linking: 'account-data',
  gateway: 'sandbox',
  stripe: 'sandbox',
  bank: 'sandbox',
  webhooks: 'webhook-dispatch',
};

/** Of every service that publishes. */
export const OUTBOX = {
  from: 'outbox',
  text: 'event_id topic message_key event_name',
  typed: 'sequence:number payload:json published:boolean',
  sql: { published: 'published_at IS NOT NULL' },
} as const satisfies Table;

/**
 * Resources with their own history: the database, the ID, and the table if it has another name.
 * Attempts and direct debits publish nothing themselves.
 */
export const HISTORIES = {
  'payment-link': ['payment-link', 'payment_link_id'],
  payment: ['payment-link', 'payment_id'],
  'payment-method': ['payment-link', 'payment_method_id'],
  refund: ['payment-link', 'refund_id'],
  payout: ['payment-link', 'payout_id'],
  bill: ['payment-link', 'bill_id'],
  attempt: ['payment-link', 'attempt_id', 'payment_attempt_state_changes'],
  mandate: ['mandate', 'mandate_id'],
  'direct-debit': ['mandate', 'payment_id'],
  dispute: ['dispute', 'dispute_id'],
  'login-identity': [
    'account-data',
    'login_identity_id',
    `login_identity_state_changes WHERE machine = 'login-identity'`,
  ],
} as const;
export type History = keyof typeof HISTORIES;
export type PublishedHistory = Exclude<History, 'attempt' | 'direct-debit'>;
