/**
 * What a row takes with it, and what holds it back. Each is one statement: its foreign keys are
 * checked at its end. Young rows that belong to an old one keep all of it.
 */
const CUT = `now() - interval '2557 days'`;

const PAYMENTS = `
  WITH old AS (
    SELECT customer_app_id, payment_id FROM payments p
    WHERE created_at < ${CUT} AND updated_at < ${CUT}
      AND NOT EXISTS (SELECT FROM payment_state_changes c
        WHERE c.customer_app_id = p.customer_app_id AND c.payment_id = p.payment_id
          AND c.occurred_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM refunds r
        WHERE r.customer_app_id = p.customer_app_id AND r.payment_id = p.payment_id
          AND (r.updated_at >= ${CUT} OR EXISTS (SELECT FROM refund_state_changes c
            WHERE c.customer_app_id = r.customer_app_id AND c.refund_id = r.refund_id
              AND c.occurred_at >= ${CUT})))
      AND NOT EXISTS (SELECT FROM settled_entries s
        WHERE s.customer_app_id = p.customer_app_id AND s.subject = p.payment_id
          AND s.settled_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM reconciliation_differences d
        WHERE d.customer_app_id = p.customer_app_id AND d.subject = p.payment_id
          AND (d.found_at >= ${CUT} OR d.closed_at IS NULL))
    LIMIT $1),
  old_refunds AS (SELECT customer_app_id, refund_id FROM refunds
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old)),
  no_refund_changes AS (DELETE FROM refund_state_changes
    WHERE (customer_app_id, refund_id) IN (SELECT * FROM old_refunds)),
  no_refunds AS (DELETE FROM refunds
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old)),
  no_charges AS (DELETE FROM charges
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old)),
  no_settled AS (DELETE FROM settled_entries
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_differences AS (DELETE FROM reconciliation_differences
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_mandate_charges AS (DELETE FROM mandate_charges
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old)),
  no_changes AS (DELETE FROM payment_state_changes
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payments
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

/** A stored method that works, or that a kept payment names, stays. */
const PAYMENT_METHODS = `
  WITH old AS (
    SELECT customer_app_id, payment_method_id FROM payment_methods m
    WHERE created_at < ${CUT} AND updated_at < ${CUT} AND status <> 'SUCCEEDED'
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = m.customer_app_id AND p.user_id = m.user_id
          AND p.payment_method_id = m.payment_method_id)
      AND NOT EXISTS (SELECT FROM payment_method_state_changes c
        WHERE c.customer_app_id = m.customer_app_id
          AND c.payment_method_id = m.payment_method_id AND c.occurred_at >= ${CUT})
    LIMIT $1),
  no_changes AS (DELETE FROM payment_method_state_changes
    WHERE (customer_app_id, payment_method_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payment_methods
    WHERE (customer_app_id, payment_method_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

const PAYMENT_LINKS = `
  WITH old AS (
    SELECT customer_app_id, payment_link_id FROM payment_links l
    WHERE created_at < ${CUT} AND updated_at < ${CUT}
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = l.customer_app_id AND p.payment_link_id = l.payment_link_id)
      AND NOT EXISTS (SELECT FROM payment_methods m
        WHERE m.customer_app_id = l.customer_app_id AND m.payment_link_id = l.payment_link_id)
      AND NOT EXISTS (SELECT FROM payment_link_state_changes c
        WHERE c.customer_app_id = l.customer_app_id AND c.payment_link_id = l.payment_link_id
          AND c.occurred_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM payment_attempts a
        WHERE a.customer_app_id = l.customer_app_id AND a.payment_link_id = l.payment_link_id
          AND (a.updated_at >= ${CUT} OR EXISTS (SELECT FROM payment_attempt_state_changes c
            WHERE c.customer_app_id = a.customer_app_id AND c.attempt_id = a.attempt_id
              AND c.occurred_at >= ${CUT})))
    LIMIT $1),
  old_attempts AS (SELECT customer_app_id, attempt_id FROM payment_attempts
    WHERE (customer_app_id, payment_link_id) IN (SELECT * FROM old)),
  no_attempt_changes AS (DELETE FROM payment_attempt_state_changes
    WHERE (customer_app_id, attempt_id) IN (SELECT * FROM old_attempts)),
  no_attempts AS (DELETE FROM payment_attempts
    WHERE (customer_app_id, payment_link_id) IN (SELECT * FROM old)),
  no_changes AS (DELETE FROM payment_link_state_changes
    WHERE (customer_app_id, payment_link_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payment_links
    WHERE (customer_app_id, payment_link_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

const covered = (account: string) => `EXISTS (SELECT FROM ledger_checkpoints c
        WHERE c.customer_app_id = t.customer_app_id AND c.ledger_account = t.${account}
          AND c.currency = t.currency AND c.covers_before > t.written_by)`;

/**
 * Only what a checkpoint of both accounts has summed up, so no balance changes. An opening balance
 * stays: its row is what keeps the same account from being opened twice.
 */
const LEDGER_TRANSFERS = `
  WITH old AS (
    SELECT customer_app_id, ledger_transfer_id FROM ledger_transfers t
    WHERE occurred_at < ${CUT} AND kind <> 'OPENING_BALANCE'
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = t.customer_app_id AND p.payment_id = t.payment_id)
      AND ${covered('debit_account')}
      AND ${covered('credit_account')}
    LIMIT $1),
  gone AS (DELETE FROM ledger_transfers
    WHERE (customer_app_id, ledger_transfer_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

/** A consent is kept while it holds and for seven years after; the same for a refusal that ended. */
const CONSENTS = `
  WITH old AS (
    SELECT customer_app_id, user_id, sequence FROM autopay_consent_changes c
    WHERE occurred_at < ${CUT}
      AND (NOT autopay_consent OR EXISTS (SELECT FROM autopay_consent_changes later
        WHERE later.customer_app_id = c.customer_app_id AND later.user_id = c.user_id
          AND later.sequence > c.sequence AND later.occurred_at < ${CUT}))
    LIMIT $1),
  gone AS (DELETE FROM autopay_consent_changes
    WHERE (customer_app_id, user_id, sequence) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

export const RETENTION_FUNCTIONS = [
  { name: 'delete_old_payments', body: PAYMENTS },
  { name: 'delete_old_payment_methods', body: PAYMENT_METHODS },
  { name: 'delete_old_payment_links', body: PAYMENT_LINKS },
  { name: 'delete_old_ledger_transfers', body: LEDGER_TRANSFERS },
  { name: 'delete_old_consents', body: CONSENTS },
] as const;
