import { RAISES } from '../../money/processor-settlements/processor-list.js';

/** Rules that the ledger must always satisfy. */
export const LEDGER_RULES = [
  'ACCOUNTS_SUM_TO_ZERO',
  'CHECKPOINT_IS_ITS_TRANSFERS',
  'PAYMENT_IS_BOOKED',
  'RETURN_IS_BOOKED',
  'RETURN_REVERSAL_IS_BOOKED',
  'UNEXPECTED_IS_OPEN_REFUNDS',
  'DISPUTED_IS_OPEN_DISPUTES',
  'HELD_IS_OPEN_PAYOUTS',
  'PAYOUT_IS_BOOKED',
  'PAYOUT_RETURN_IS_BOOKED',
  'UNMATCHED_IS_KEPT_TRANSFERS',
  'REFUND_IS_BOOKED',
  'REFUND_REVERSAL_IS_BOOKED',
  'NOTHING_STAYS_BEHIND',
  'FEE_IS_BOOKED',
  'PAYOUT_FEE_IS_BOOKED',
  'PROCESSOR_ENTRY_IS_BOOKED',
  'PROCESSOR_PAYOUT_IS_BOOKED',
  'STATEMENT_TIES',
] as const;
export type LedgerRule = (typeof LEDGER_RULES)[number];

/**
 * Rules check only younger rows, because rows leave the ledger after seven years. A test app's
 * clock only moves forward, so its rows are not younger than their dates.
 */
const KEPT_SINCE = `now() - interval '2500 days'`;

/** Latest checkpoint and tail, as balances are read. */
const BALANCES = `
  SELECT a.ledger_account, a.currency, a.kind, a.payment_account_id,
    (coalesce(latest.balance, 0) + coalesce((
      SELECT sum(CASE WHEN t.credit_account = a.ledger_account THEN t.amount ELSE -t.amount END)
      FROM ledger_transfers t WHERE t.customer_app_id = a.customer_app_id
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)
        AND a.ledger_account IN (t.credit_account, t.debit_account)), 0))::bigint AS balance
  FROM ledger_accounts a
  LEFT JOIN LATERAL (
    SELECT c.balance, c.covers_before FROM ledger_checkpoints c
    WHERE c.customer_app_id = a.customer_app_id AND c.ledger_account = a.ledger_account
      AND c.currency = a.currency
    ORDER BY c.covers_before DESC LIMIT 1) latest ON true
  WHERE a.customer_app_id = $1`;

/** The present balance without later transfers: checkpoints contain transfers that were deleted. */
export const BALANCES_AT = `
  SELECT b.ledger_account, b.currency, (b.balance - coalesce((
    SELECT sum(CASE WHEN t.credit_account = b.ledger_account THEN t.amount ELSE -t.amount END)
    FROM ledger_transfers t WHERE t.customer_app_id = $1 AND t.currency = b.currency
      AND t.occurred_at > $2::timestamptz
      AND b.ledger_account IN (t.credit_account, t.debit_account)), 0))::bigint AS balance
  FROM (${BALANCES}) b ORDER BY b.ledger_account, b.currency`;

/** A checkpoint adds to the one before it exactly the transfers between the two. */
const CHECKPOINTS = `
  WITH steps AS (
    SELECT c.ledger_account, c.currency, c.balance, c.covers_before,
      lag(c.balance, 1, 0::bigint) OVER before AS balance_before,
      lag(c.covers_before, 1, 0::bigint) OVER before AS covered_before,
      coalesce(lag(c.created_at) OVER before, a.created_at) AS since
    FROM ledger_checkpoints c JOIN ledger_accounts a
      USING (customer_app_id, ledger_account, currency)
    WHERE c.customer_app_id = $1
    WINDOW before AS (PARTITION BY c.ledger_account, c.currency ORDER BY c.covers_before))
  SELECT s.ledger_account AS subject, s.currency, s.balance AS found,
    (s.balance_before + coalesce((
      SELECT sum(CASE WHEN t.credit_account = s.ledger_account THEN t.amount ELSE -t.amount END)
      FROM ledger_transfers t WHERE t.customer_app_id = $1 AND t.currency = s.currency
        AND s.ledger_account IN (t.credit_account, t.debit_account)
        AND t.written_by >= s.covered_before AND t.written_by < s.covers_before), 0))::bigint
      AS expected
  FROM steps s WHERE s.since >= ${KEPT_SINCE}`;

/** The amount of a payment whose return was cancelled; null for others. */
const REINSTATED = `(CASE WHEN return_reversed_at IS NOT NULL THEN amount + surcharge_amount END)`;

/** The fee of the service is not taken from money at a processor. */
const IS_IN_ITS_PLACE = `(t.kind = 'FEE' OR p.at_processor = ('at_processor' IN (
  split_part(t.credit_account, ':', 1), split_part(t.debit_account, ':', 1))))`;

/** Transfers of each payment, beside the amounts of its row. */
const booked = ({ kind, owed }: { readonly kind: string; readonly owed: string }): string => `
  SELECT coalesce(p.payment_id, t.payment_id) AS subject, coalesce(p.currency, t.currency)
      AS currency, p.owed AS expected,
    CASE WHEN p.payment_id IS NULL OR t.currency = p.currency
      AND p.recipient_account_id IN (split_part(t.credit_account, ':', 2),
        split_part(t.debit_account, ':', 2)) AND ${IS_IN_ITS_PLACE} THEN t.amount END AS found
  FROM (SELECT payment_id, currency, recipient_account_id, at_processor, updated_at,
      ${owed} AS owed
    FROM payments WHERE customer_app_id = $1 AND ${owed} IS NOT NULL) p
  FULL JOIN (SELECT * FROM ledger_transfers
    WHERE customer_app_id = $1 AND kind = '${kind}') t ON t.payment_id = p.payment_id
  WHERE coalesce(p.updated_at, t.occurred_at) >= ${KEPT_SINCE}`;

/**
 * Money that returns to payers, by refund. Money that a payout sends back is held as that payout's.
 * Unaccepted money of a direct debit stays until mandate has returned it.
 */
const UNEXPECTED = `
  SELECT coalesce(t.payment_id, r.payment_id) AS subject, coalesce(t.currency, r.currency)
      AS currency, coalesce(r.amount, 0)::bigint AS expected, coalesce(t.amount, 0)::bigint AS found
  FROM (SELECT t.payment_id, t.currency, max(t.occurred_at) AS at,
      sum(CASE WHEN t.kind IN ('UNEXPECTED_RECEIPT', 'REFUND_HOLD') THEN t.amount
        ELSE -t.amount END) AS amount
    FROM ledger_transfers t LEFT JOIN payments p USING (customer_app_id, payment_id)
    WHERE t.customer_app_id = $1 AND t.kind IN ('UNEXPECTED_RECEIPT',
        'UNEXPECTED_RETURN', 'REFUND_HOLD', 'REFUND_RELEASE', 'REFUND')
      AND p.type IS DISTINCT FROM 'MANDATE'
    GROUP BY t.payment_id, t.currency) t
  FULL JOIN (SELECT payment_id, currency, sum(amount) AS amount, max(updated_at) AS at FROM refunds
    WHERE customer_app_id = $1 AND status = 'SUBMITTED' AND payout_id IS NULL
    GROUP BY payment_id, currency) r
    ON r.payment_id = t.payment_id AND r.currency = t.currency
  WHERE coalesce(t.at, r.at) >= ${KEPT_SINCE}`;

/** From the decision to pay to the bank's word; a scheduled one is held once its funds are there. */
const HELD = `(p.status IN ('PROCESSING', 'FUNDED', 'SUBMITTED')
  OR (p.status = 'PROCESSING_FUNDS' AND p.type <> 'SCHEDULED'))`;

/** Transfers out of the ledger or held for each payout, beside the amounts of its row. */
const paidOut = ({ kind, owed }: { readonly kind: string; readonly owed: string }): string => `
  SELECT coalesce(p.payout_id, t.payout_id) AS subject, coalesce(p.currency, t.currency) AS currency,
    p.owed AS expected,
    CASE WHEN p.payout_id IS NULL OR t.currency = p.currency
      AND p.sender_account_id = split_part(t.debit_account, ':', 2) THEN t.amount END AS found
  FROM (SELECT *, ${owed} AS owed FROM payouts
    WHERE customer_app_id = $1 AND status = 'EXECUTED' AND ${owed} > 0) p
  FULL JOIN (SELECT * FROM ledger_transfers
    WHERE customer_app_id = $1 AND kind IN ('${kind}', '${kind}_CORRECTION')) t
    ON t.payout_id = p.payout_id
  WHERE coalesce(p.updated_at, t.occurred_at) >= ${KEPT_SINCE}`;

/** Amounts of this kind for each requested refund at a gateway, beside the amounts of its row. */
const refunded = ({ kind, statuses }: { readonly kind: string; readonly statuses: string }) => `
  SELECT coalesce(r.refund_id, t.refund_id) AS subject, coalesce(r.currency, t.currency)
      AS currency, r.amount AS expected,
    CASE WHEN r.refund_id IS NULL OR t.currency = r.currency
      AND r.facts ->> 'recipientAccountId' = split_part(t.debit_account, ':', 2)
      THEN t.amount END AS found
  FROM (SELECT * FROM refunds WHERE customer_app_id = $1 AND status IN (${statuses})
      AND kind = 'REQUESTED' AND payout_id IS NULL) r
  FULL JOIN (SELECT * FROM ledger_transfers WHERE customer_app_id = $1 AND kind = '${kind}') t
    ON t.refund_id = r.refund_id
  WHERE coalesce(r.updated_at, t.occurred_at) >= ${KEPT_SINCE}`;

/** The rest on a transit account for each refund, payout and dispute. */
const PASSAGES = `
  SELECT coalesce(o.id, t.id) AS subject, coalesce(o.currency, t.currency) AS currency,
    coalesce(o.amount, 0)::bigint AS expected, coalesce(t.amount, 0)::bigint AS found
  FROM (SELECT refund_id AS id, currency, updated_at,
      CASE WHEN status = 'SUBMITTED' THEN amount ELSE 0 END AS amount
    FROM refunds WHERE customer_app_id = $1 AND kind = 'REQUESTED' AND payout_id IS NULL
    UNION ALL
    SELECT payout_id, currency, updated_at, CASE WHEN ${HELD} THEN amount + fee_amount ELSE 0 END
    FROM payouts p WHERE customer_app_id = $1
    UNION ALL
    SELECT dispute_id, currency, updated_at,
      CASE WHEN status = 'HELD' THEN amount + fee ELSE 0 END
    FROM payment_disputes WHERE customer_app_id = $1) o
  FULL JOIN (SELECT coalesce(payout_id, dispute_id, refund_id) AS id, currency,
      max(occurred_at) AS at, sum(
        CASE WHEN credit_account ~ '^(unexpected|payout|disputed):' THEN amount ELSE 0 END
        - CASE WHEN debit_account ~ '^(unexpected|payout|disputed):' THEN amount ELSE 0 END)
        AS amount
    FROM ledger_transfers
    WHERE customer_app_id = $1 AND coalesce(payout_id, dispute_id, refund_id) IS NOT NULL
      AND kind NOT IN ('UNEXPECTED_RECEIPT', 'UNEXPECTED_RETURN')
    GROUP BY coalesce(payout_id, dispute_id, refund_id), currency) t
    ON t.id = o.id AND t.currency = o.currency
  WHERE coalesce(o.updated_at, t.at) >= ${KEPT_SINCE}`;

const PROCESSOR_PAYOUTS = `'PROCESSOR_PAYOUT', 'PROCESSOR_PAYOUT_REVERSAL'`;
const RAISING = (Object.keys(RAISES) as (keyof typeof RAISES)[])
  .filter((kind) => RAISES[kind])
  .map((kind) => `'${kind}'`);
const SIGN = `(CASE WHEN kind IN (${RAISING.join(', ')}) THEN 1 ELSE -1 END)`;
const EXCHANGED = `is_of_payment AND presentment_currency <> currency`;

/**
 * Of each entry of a card processor: its fee, reserve and exchange in the books of the money there,
 * in the currency of the account and in that of the payment.
 */
const PROCESSOR_ENTRIES = `
  SELECT coalesce(e.subject, t.subject) AS subject, coalesce(e.currency, t.currency) AS currency,
    nullif(coalesce(e.moved, 0), 0)::bigint AS expected,
    nullif(coalesce(t.moved, 0), 0)::bigint AS found
  FROM (SELECT integration_id || ' ' || entry_id AS subject, settled_at, currency,
      ${SIGN} * (CASE WHEN kind IN ('FEE', 'FEE_REVERSED', 'RESERVE', 'RESERVE_REVERSED')
        OR ${EXCHANGED} THEN amount ELSE 0 END) - fee AS moved
    FROM processor_entries WHERE customer_app_id = $1 AND payment_account_id IS NOT NULL
    UNION ALL
    SELECT integration_id || ' ' || entry_id, settled_at, presentment_currency,
      -${SIGN} * presentment_amount
    FROM processor_entries
    WHERE customer_app_id = $1 AND payment_account_id IS NOT NULL AND ${EXCHANGED}) e
  FULL JOIN (SELECT processor_reference AS subject, currency, max(occurred_at) AS at,
      sum(CASE WHEN credit_account LIKE 'at\\_processor:%' THEN amount ELSE -amount END) AS moved
    FROM ledger_transfers WHERE customer_app_id = $1 AND processor_reference IS NOT NULL
      AND kind NOT IN (${PROCESSOR_PAYOUTS})
    GROUP BY processor_reference, currency) t
    ON t.subject = e.subject AND t.currency = e.currency
  WHERE coalesce(e.settled_at, t.at) >= ${KEPT_SINCE}`;

/** What each payout of a card processor moved to what payouts of ours may use. */
const PROCESSOR_PAID = `
  SELECT coalesce(p.subject, t.subject) AS subject, coalesce(p.currency, t.currency) AS currency,
    nullif(p.moved, 0) AS expected, nullif(t.moved, 0)::bigint AS found
  FROM (SELECT integration_id || ' ' || payout_reference AS subject, currency, moved, started_at
    FROM processor_payouts WHERE customer_app_id = $1) p
  FULL JOIN (SELECT processor_reference AS subject, currency, max(occurred_at) AS at,
      sum(CASE kind WHEN 'PROCESSOR_PAYOUT' THEN amount ELSE -amount END) AS moved
    FROM ledger_transfers WHERE customer_app_id = $1 AND kind IN (${PROCESSOR_PAYOUTS})
    GROUP BY processor_reference, currency) t
    ON t.subject = p.subject AND t.currency = p.currency
  WHERE coalesce(p.started_at, t.at) >= ${KEPT_SINCE}`;

/** Each gives `subject`, `currency`, `expected` and `found`; a finding is where the last two differ. */
export const LEDGER_RULE_QUERIES: Readonly<Record<Exclude<LedgerRule, 'STATEMENT_TIES'>, string>> =
  {
    ACCOUNTS_SUM_TO_ZERO: `SELECT 'all accounts' AS subject, currency, 0::bigint AS expected,
      sum(balance)::bigint AS found FROM (${BALANCES}) b GROUP BY currency`,
    CHECKPOINT_IS_ITS_TRANSFERS: CHECKPOINTS,
    PAYMENT_IS_BOOKED: booked({
      kind: 'PAYMENT',
      owed: `CASE WHEN status = 'EXECUTED' THEN amount + surcharge_amount END`,
    }),
    FEE_IS_BOOKED: booked({
      kind: 'FEE',
      owed: `CASE WHEN status = 'EXECUTED' AND fee_amount > 0 THEN fee_amount END`,
    }),
    RETURN_IS_BOOKED: booked({
      kind: 'RETURN',
      owed: `coalesce(amount_returned, ${REINSTATED})`,
    }),
    RETURN_REVERSAL_IS_BOOKED: booked({ kind: 'RETURN_REVERSAL', owed: REINSTATED }),
    UNEXPECTED_IS_OPEN_REFUNDS: UNEXPECTED,
    DISPUTED_IS_OPEN_DISPUTES: `SELECT b.ledger_account AS subject, b.currency, b.balance AS found,
        coalesce((SELECT sum(d.amount + d.fee) FROM payment_disputes d
          WHERE d.customer_app_id = $1 AND d.recipient_account_id = b.payment_account_id
            AND d.currency = b.currency AND d.status = 'HELD'), 0)::bigint AS expected
      FROM (${BALANCES}) b WHERE b.kind = 'DISPUTED'`,
    HELD_IS_OPEN_PAYOUTS: `SELECT b.ledger_account AS subject, b.currency, b.balance AS found,
        coalesce((SELECT sum(p.amount + p.fee_amount) FROM payouts p
          WHERE p.customer_app_id = $1 AND p.sender_account_id = b.payment_account_id
            AND p.currency = b.currency AND ${HELD}), 0)::bigint AS expected
      FROM (${BALANCES}) b WHERE b.kind = 'PAYOUT'`,
    PAYOUT_IS_BOOKED: paidOut({ kind: 'PAYOUT', owed: 'amount' }),
    PAYOUT_RETURN_IS_BOOKED: paidOut({
      kind: 'PAYOUT_RETURN',
      owed: 'CASE WHEN returned_at IS NULL THEN 0 ELSE amount END',
    }),
    PAYOUT_FEE_IS_BOOKED: paidOut({ kind: 'PAYOUT_FEE', owed: 'fee_amount' }),
    UNMATCHED_IS_KEPT_TRANSFERS: `SELECT b.ledger_account AS subject, b.currency,
        b.balance AS found, coalesce((SELECT sum(i.amount) FROM incoming_transfers i
          WHERE i.customer_app_id = $1 AND i.payment_account_id = b.payment_account_id
            AND i.currency = b.currency AND i.outcome = 'UNMATCHED'), 0)::bigint AS expected
      FROM (${BALANCES}) b WHERE b.kind = 'UNMATCHED'`,
    REFUND_IS_BOOKED: refunded({ kind: 'REFUND', statuses: `'EXECUTED', 'REVERSED'` }),
    REFUND_REVERSAL_IS_BOOKED: refunded({ kind: 'REFUND_REVERSAL', statuses: `'REVERSED'` }),
    NOTHING_STAYS_BEHIND: PASSAGES,
    PROCESSOR_ENTRY_IS_BOOKED: PROCESSOR_ENTRIES,
    PROCESSOR_PAYOUT_IS_BOOKED: PROCESSOR_PAID,
  };
