-- Disputes, their history, and what processors sent about them.

-- `report` is the latest report of the processor; `position` orders reports.
CREATE TABLE disputes (
  customer_app_id text NOT NULL,
  dispute_id text NOT NULL,
  integration_id text NOT NULL,
  connector text,
  gateway_account text,
  processor_reference text NOT NULL,
  payment_id text NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  payment_reference text,
  status text NOT NULL,
  report jsonb NOT NULL,
  reminded_days integer,
  due_at timestamptz,
  sequence bigint NOT NULL,
  "position" bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  answers_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT disputes_pkey PRIMARY KEY (customer_app_id, dispute_id),
  CONSTRAINT disputes_status_check CHECK (status IN
    ('ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING', 'ACCEPTED', 'LOST', 'WON'))
);
CREATE UNIQUE INDEX disputes_processor_reference ON disputes
  (customer_app_id, integration_id, connector, processor_reference);
-- A bank returns a payment once, and no connector is asked about it.
CREATE UNIQUE INDEX disputes_one_return ON disputes (customer_app_id, payment_id)
  WHERE connector IS NULL;
CREATE INDEX disputes_newest ON disputes (customer_app_id, created_at, dispute_id);
CREATE INDEX disputes_status ON disputes (customer_app_id, status, created_at, dispute_id);
CREATE INDEX disputes_updated_at ON disputes (customer_app_id, updated_at, status);
CREATE INDEX disputes_due ON disputes (customer_app_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX disputes_due_first ON disputes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX disputes_user ON disputes (customer_app_id, user_id);
SELECT pg_temp.tenant_table('disputes', worker => 'read');
SELECT pg_temp.keep_table('disputes', 'updated_at', 2557);

SELECT pg_temp.history_table('dispute_state_changes', 'disputes', 'dispute_id', 2557);

-- `try_at` is real time: what is not settled by then is tried again.
CREATE TABLE processor_notifications (
  customer_app_id text NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  event_id text NOT NULL,
  processor_reference text,
  sealed_body bytea NOT NULL,
  received_at timestamptz NOT NULL,
  tries integer NOT NULL,
  try_at timestamptz,
  waits_for text,
  outcome text,
  settled_at timestamptz,
  CONSTRAINT processor_notifications_pkey PRIMARY KEY
    (customer_app_id, integration_id, connector, event_id),
  CONSTRAINT processor_notifications_settled_check
    CHECK ((settled_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX processor_notifications_try ON processor_notifications (try_at)
  WHERE try_at IS NOT NULL;
CREATE INDEX processor_notifications_settled ON processor_notifications USING brin (settled_at);
-- The worker writes: a notification may name an app that this service does not know yet.
SELECT pg_temp.tenant_table('processor_notifications', worker => 'write');

-- What merchants answered to processors.

-- `follow_up_at` is on the app's clock, `settled_at` real time.
CREATE TABLE dispute_answers (
  customer_app_id text NOT NULL,
  dispute_id text NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  evidence_digest text,
  asks integer NOT NULL,
  follow_up_at timestamptz,
  answered_at timestamptz NOT NULL,
  outcome text,
  settled_at timestamptz,
  evidence_ids text[] NOT NULL DEFAULT '{}',
  CONSTRAINT dispute_answers_pkey PRIMARY KEY (customer_app_id, dispute_id, number),
  CONSTRAINT dispute_answers_dispute_fkey FOREIGN KEY (customer_app_id, dispute_id)
    REFERENCES disputes (customer_app_id, dispute_id),
  CONSTRAINT dispute_answers_kind_check CHECK (kind IN ('ACCEPT', 'DEFEND')),
  CONSTRAINT dispute_answers_settled_check CHECK ((settled_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX dispute_answers_open ON dispute_answers
  (customer_app_id, dispute_id) WHERE settled_at IS NULL;
CREATE INDEX dispute_answers_due ON dispute_answers (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
CREATE INDEX dispute_answers_due_first ON dispute_answers (follow_up_at)
  WHERE follow_up_at IS NOT NULL;
SELECT pg_temp.tenant_table('dispute_answers', worker => 'read');
SELECT pg_temp.keep_table('dispute_answers', 'answered_at', 2557);

-- Files that defend disputes, and which of them an answer sent.

-- Sealed with the key of the person; null once the person was erased.
CREATE TABLE dispute_evidence (
  customer_app_id text NOT NULL,
  evidence_id text NOT NULL,
  dispute_id text NOT NULL,
  round integer NOT NULL,
  user_id text NOT NULL,
  digest text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  pages integer NOT NULL,
  sealed_name bytea,
  sealed_content bytea,
  added_at timestamptz NOT NULL,
  stored_at timestamptz NOT NULL,
  CONSTRAINT dispute_evidence_pkey PRIMARY KEY (customer_app_id, evidence_id),
  CONSTRAINT dispute_evidence_dispute_fkey FOREIGN KEY (customer_app_id, dispute_id)
    REFERENCES disputes (customer_app_id, dispute_id) ON DELETE CASCADE
);
-- Compression does not make ciphertext smaller.
ALTER TABLE dispute_evidence ALTER COLUMN sealed_content SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX dispute_evidence_once ON dispute_evidence
  (customer_app_id, dispute_id, round, digest);
CREATE INDEX dispute_evidence_user ON dispute_evidence (customer_app_id, user_id);
CREATE INDEX dispute_evidence_stored ON dispute_evidence USING brin (stored_at);
-- The worker deletes what is too old.
SELECT pg_temp.tenant_table('dispute_evidence', worker => 'write');

-- How our disputes differ from those of processors, since operators compare them.

CREATE TABLE reconciliation_differences (
  customer_app_id text NOT NULL,
  difference_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  subject text NOT NULL,
  side text NOT NULL,
  kind text NOT NULL,
  ours jsonb NOT NULL,
  theirs jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  closed_at timestamptz,
  resolved_by text,
  CONSTRAINT reconciliation_differences_pkey PRIMARY KEY (customer_app_id, difference_id),
  CONSTRAINT reconciliation_differences_resolved_check
    CHECK (resolved_by IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT reconciliation_differences_side_check CHECK (side IN ('DISPUTE')),
  CONSTRAINT reconciliation_differences_kind_check CHECK
    (kind IN ('MISSING_HERE', 'MISSING_THERE', 'STATUS', 'SUM'))
);
CREATE UNIQUE INDEX reconciliation_differences_once ON reconciliation_differences
  (customer_app_id, app_type, integration_id, subject, side, kind)
  WHERE closed_at IS NULL;
CREATE INDEX reconciliation_differences_open ON reconciliation_differences
  (difference_id) WHERE closed_at IS NULL;
CREATE INDEX reconciliation_differences_resolved ON reconciliation_differences
  (customer_app_id, app_type, integration_id, subject) WHERE resolved_by IS NOT NULL;
CREATE INDEX reconciliation_differences_found_by_id ON reconciliation_differences (difference_id);
CREATE INDEX reconciliation_differences_found_by_newest ON reconciliation_differences
  (found_at, difference_id);
CREATE INDEX reconciliation_differences_found_by_subject ON reconciliation_differences (subject);
SELECT pg_temp.tenant_table('reconciliation_differences', worker => 'read');
SELECT pg_temp.keep_table('reconciliation_differences', 'found_at', 2557);

-- What operators search by; `disputes_newest` serves the lists of one app.
CREATE INDEX disputes_found_by_id ON disputes (dispute_id);
CREATE INDEX disputes_found_by_newest ON disputes (created_at, dispute_id);
CREATE INDEX disputes_found_by_processor ON disputes (processor_reference);
CREATE INDEX disputes_found_by_reference ON disputes (payment_reference)
  WHERE payment_reference IS NOT NULL;
CREATE INDEX disputes_found_by_amount ON disputes
  (((report ->> 'amount')::bigint), (report ->> 'currency'), created_at);
CREATE INDEX disputes_found_by_payment ON disputes (customer_app_id, payment_id);
CREATE INDEX processor_notifications_found_by_dispute ON processor_notifications
  (customer_app_id, processor_reference, received_at) WHERE processor_reference IS NOT NULL;
SELECT pg_temp.operators_read('disputes', 'dispute_state_changes', 'dispute_answers',
  'dispute_evidence', 'processor_notifications', 'reconciliation_differences');

-- Retention: each function deletes or empties at most `$1` rows with all that depends on them.
-- Money, histories and consents stay for 7 years, of which two are leap years: 2,557 days.

CREATE FUNCTION delete_old_disputes(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, dispute_id FROM disputes d
    WHERE updated_at < now() - interval '2557 days'
      AND NOT EXISTS (SELECT FROM dispute_state_changes c
        WHERE c.customer_app_id = d.customer_app_id AND c.dispute_id = d.dispute_id
          AND occurred_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM dispute_answers a
        WHERE a.customer_app_id = d.customer_app_id AND a.dispute_id = d.dispute_id
          AND (settled_at IS NULL OR answered_at >= now() - interval '2557 days'))
    LIMIT $1),
  answers AS (
    DELETE FROM dispute_answers USING old
    WHERE dispute_answers.customer_app_id = old.customer_app_id
      AND dispute_answers.dispute_id = old.dispute_id),
  changes AS (
    DELETE FROM dispute_state_changes USING old
    WHERE dispute_state_changes.customer_app_id = old.customer_app_id
      AND dispute_state_changes.dispute_id = old.dispute_id),
  gone AS (
    DELETE FROM disputes USING old
    WHERE disputes.customer_app_id = old.customer_app_id
      AND disputes.dispute_id = old.dispute_id
    RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_disputes(integer)');
