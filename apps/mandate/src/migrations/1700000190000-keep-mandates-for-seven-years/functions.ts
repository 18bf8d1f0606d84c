/**
 * What a row takes with it, and what holds it back. Each is one statement: its foreign keys are
 * checked at its end. Young rows that belong to an old one keep all of it.
 */
const CUT = `now() - interval '2557 days'`;
const LEFT = `now() - interval '30 days'`;

/**
 * One that holds, or that its bank may still accept, stays with the consent behind it; the seven
 * years begin when it ends. Sessions and the use of its limits go by their foreign keys.
 */
const MANDATES = `
  WITH old AS (
    SELECT customer_app_id, mandate_id FROM mandates m
    WHERE created_at < ${CUT} AND updated_at < ${CUT}
      AND status NOT IN ('PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED', 'SUCCEEDED')
      AND NOT EXISTS (SELECT FROM mandate_state_changes c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.occurred_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM mandate_consents c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.recorded_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM mandate_submissions s
        WHERE s.customer_app_id = m.customer_app_id AND s.mandate_id = m.mandate_id
          AND (s.created_at >= ${CUT} OR s.follow_up_at IS NOT NULL))
      AND NOT EXISTS (SELECT FROM mandate_checklists c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.updated_at >= ${LEFT})
      AND NOT EXISTS (SELECT FROM direct_debits d
        WHERE d.customer_app_id = m.customer_app_id AND d.mandate_id = m.mandate_id
          AND (d.updated_at >= ${CUT} OR d.status IN ('RESERVED', 'SUBMITTED')
            OR EXISTS (SELECT FROM direct_debit_state_changes c
              WHERE c.customer_app_id = d.customer_app_id AND c.payment_id = d.payment_id
                AND c.occurred_at >= ${CUT})))
    LIMIT $1),
  old_debits AS (SELECT customer_app_id, payment_id FROM direct_debits
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_debit_changes AS (DELETE FROM direct_debit_state_changes
    WHERE (customer_app_id, payment_id) IN (SELECT * FROM old_debits)),
  no_debits AS (DELETE FROM direct_debits
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_submissions AS (DELETE FROM mandate_submissions
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_checklists AS (DELETE FROM mandate_checklists
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_consents AS (DELETE FROM mandate_consents
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_changes AS (DELETE FROM mandate_state_changes
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM mandates
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

const READS = `
  WITH old AS (
    SELECT customer_app_id, read_id FROM sensitive_mandate_reads WHERE read_at < ${CUT} LIMIT $1),
  gone AS (DELETE FROM sensitive_mandate_reads
    WHERE (customer_app_id, read_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;

/**
 * A payer who comes back starts again, at the same institution. One that is complete waits for its
 * payment service or its bank, not for the payer. Its own conditions are told twice: a payer may
 * come back between the two.
 */
const CHECKLISTS = `
  WITH left_open AS (
    SELECT customer_app_id, mandate_id FROM mandate_checklists
    WHERE updated_at < ${LEFT} AND sealed IS NOT NULL AND finish_at IS NULL LIMIT $1),
  emptied AS (UPDATE mandate_checklists SET sealed = NULL, submitted = '{}', otp_asked = false
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM left_open)
      AND updated_at < ${LEFT} AND sealed IS NOT NULL AND finish_at IS NULL RETURNING 1)
  SELECT count(*) FROM emptied`;

export const RETENTION_FUNCTIONS = [
  { name: 'empty_left_checklists', body: CHECKLISTS },
  { name: 'delete_old_mandates', body: MANDATES },
  { name: 'delete_old_mandate_reads', body: READS },
] as const;
