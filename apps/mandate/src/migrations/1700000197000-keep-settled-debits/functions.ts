import { RETENTION_FUNCTIONS } from '../1700000190000-keep-mandates-for-seven-years/functions.js';

const DELETE_OLD_MANDATES = 'delete_old_mandates';
const CUT = `now() - interval '2557 days'`;

/** As it was before. */
export const earlierMandates = RETENTION_FUNCTIONS.filter(
  ({ name }) => name === DELETE_OLD_MANDATES,
);

/**
 * One that holds, or that its bank may still accept, stays with the consent behind it; the seven
 * years begin when it ends. Sessions and the use of its limits go by their foreign keys. What its
 * bank settled goes with its debits, and holds it back while it is younger or still differs. One
 * statement: foreign keys are checked at its end.
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
          AND c.updated_at >= now() - interval '30 days')
      AND NOT EXISTS (SELECT FROM direct_debits d
        WHERE d.customer_app_id = m.customer_app_id AND d.mandate_id = m.mandate_id
          AND (d.updated_at >= ${CUT} OR d.status IN ('RESERVED', 'SUBMITTED')
            OR EXISTS (SELECT FROM direct_debit_state_changes c
              WHERE c.customer_app_id = d.customer_app_id AND c.payment_id = d.payment_id
                AND c.occurred_at >= ${CUT})
            OR EXISTS (SELECT FROM settled_entries s
              WHERE s.customer_app_id = d.customer_app_id AND s.subject = d.payment_id
                AND s.settled_at >= ${CUT})
            OR EXISTS (SELECT FROM reconciliation_differences r
              WHERE r.customer_app_id = d.customer_app_id AND r.subject = d.payment_id
                AND (r.found_at >= ${CUT} OR r.closed_at IS NULL))))
    LIMIT $1),
  old_debits AS (SELECT customer_app_id, payment_id FROM direct_debits
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM old)),
  no_settled AS (DELETE FROM settled_entries
    WHERE (customer_app_id, subject) IN (SELECT * FROM old_debits)),
  no_differences AS (DELETE FROM reconciliation_differences
    WHERE (customer_app_id, subject) IN (SELECT * FROM old_debits)),
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

export const mandatesWithSettled = [{ name: DELETE_OLD_MANDATES, body: MANDATES }] as const;
