/** An account of the double is named after its customer app. */
const APP = `substr(o.books, length('acct_') + 1)`;
const NAMES = `'metadata' ->>`;

/** What the gateways of the sandbox took and gave back, and what Stripe did. */
export const CARD_ENTRIES = `(
  SELECT customer_app_id, reference, payment_id, kind, currency, amount,
    replace(CASE kind WHEN 'CHARGE' THEN credit_account ELSE debit_account END, 'merchant:', '')
      AS merchant_account
  FROM ledger_entries WHERE kind <> 'PAYOUT'
  UNION ALL
  SELECT ${APP}, s.body -> ${NAMES} 'reference', s.body -> ${NAMES} 'payment_id',
    upper(o.body ->> 'type'), upper(o.body ->> 'currency'), abs((o.body ->> 'amount')::bigint), ''
  FROM stripe_objects o JOIN stripe_objects s ON s.books = o.books AND s.id = o.body ->> 'source'
  WHERE o.kind = 'balance_transaction' AND o.body ->> 'type' IN ('charge', 'refund')) AS entries`;

/** In the words of the sandbox. */
export const CARD_HOLDS = `(
  SELECT customer_app_id, reference, state, purpose, payment_id FROM card_authorizations
  UNION ALL
  SELECT ${APP}, o.body -> ${NAMES} 'reference',
    CASE o.body ->> 'status' WHEN 'requires_capture' THEN 'AUTHORIZED'
      WHEN 'requires_action' THEN 'REQUIRES_ACTION' ELSE upper(o.body ->> 'status') END,
    'PAYMENT', o.body -> ${NAMES} 'payment_id'
  FROM stripe_objects o WHERE o.kind = 'payment_intent') AS holds`;

const of = (kind: string) => `stripe_objects o WHERE o.kind IN (${kind})`;

/** The books of the double of Stripe, whose accounts belong to one customer app each. */
export const STRIPE = {
  /** Confirmed: once somebody used a card with it. Kept: its card is attached to a customer. */
  intents: {
    from: of(`'payment_intent', 'setup_intent'`),
    text: 'id kind status',
    typed: 'confirmed:boolean kept:boolean',
    sql: {
      customer_app_id: APP,
      status: `o.body ->> 'status'`,
      confirmed: `(o.body ->> 'status' NOT IN ('requires_payment_method', 'requires_confirmation',
          'canceled')
        OR o.body ->> 'latest_charge' IS NOT NULL)`,
      kept: `EXISTS (SELECT FROM stripe_objects m WHERE m.books = o.books
        AND m.id = o.body ->> 'payment_method' AND m.body ->> 'customer' IS NOT NULL)`,
    },
  },
  /** The payer is our payment user. */
  customers: {
    from: of(`'customer'`),
    text: 'id payer',
    sql: { customer_app_id: APP, payer: `o.body -> ${NAMES} 'payer'` },
  },
  /** Amounts lower the balance if they are less than 0. The payout is Stripe's. */
  balance: {
    from: `stripe_objects o
      LEFT JOIN stripe_objects s ON s.books = o.books AND s.id = o.body ->> 'source'
      WHERE o.kind = 'balance_transaction' AND o.body ->> 'type' <> 'payout'`,
    text: 'id currency',
    typed: 'payment_id:text? payout:text? net:number fee:number',
    sql: {
      customer_app_id: APP,
      id: 'o.id',
      currency: `upper(o.body ->> 'currency')`,
      payment_id: `s.body -> ${NAMES} 'payment_id'`,
      payout: `o.hidden ->> 'payout'`,
      net: `(o.body ->> 'net')::bigint`,
      fee: `(o.body ->> 'fee')::bigint`,
    },
  },
} as const;
