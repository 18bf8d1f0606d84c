-- Mandates: what a payer allows to be collected by direct debit.

CREATE TABLE mandates (
  customer_app_id text NOT NULL,
  mandate_id text NOT NULL,
  payment_method_id text NOT NULL,
  status text NOT NULL,
  live boolean NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  sender_type text NOT NULL,
  recipient_account_id text NOT NULL,
  sender_account_id text,
  institution_id text,
  payment_link_id text,
  currency text NOT NULL,
  start_date date NOT NULL,
  end_date date,
  max_transaction_amount bigint,
  max_period_amount bigint,
  max_period_count bigint,
  period text,
  payment_schedule jsonb,
  description text,
  dda_reference text,
  mandate_bank_reference text,
  metadata jsonb,
  failure jsonb,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  payer_max_amount bigint,
  CONSTRAINT mandates_pkey PRIMARY KEY (customer_app_id, mandate_id),
  CONSTRAINT mandates_payment_method_key UNIQUE (customer_app_id, payment_method_id),
  CONSTRAINT mandates_status_check CHECK (status IN ('AUTHORIZATION_REQUIRED',
    'AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED', 'SUCCEEDED', 'FAILED',
    'REVOKED', 'CANCELLED', 'CLOSED')),
  CONSTRAINT mandates_sender_type_check CHECK (sender_type IN ('INDIVIDUAL', 'BUSINESS')),
  CONSTRAINT mandates_dates_check CHECK (end_date >= start_date),
  CONSTRAINT mandates_limits_check CHECK (max_transaction_amount > 0
    AND max_period_amount > 0 AND max_period_count > 0),
  CONSTRAINT mandates_period_check CHECK (
    period IS NOT NULL AND period IN ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY')
    AND max_transaction_amount IS NOT NULL
    OR period IS NULL AND max_period_amount IS NULL AND max_period_count IS NULL),
  CONSTRAINT mandates_payer_max_check CHECK (payer_max_amount > 0)
);
CREATE INDEX mandates_newest ON mandates (customer_app_id, created_at, mandate_id);
CREATE INDEX mandates_user ON mandates (customer_app_id, user_id, created_at);
-- Lists are read in the order of an index whatever they filter by; totals never touch the table.
CREATE INDEX mandates_status ON mandates (customer_app_id, status, created_at, mandate_id);
CREATE INDEX mandates_sender_type ON mandates
  (customer_app_id, sender_type, created_at, mandate_id);
CREATE INDEX mandates_institution ON mandates
  (customer_app_id, institution_id, created_at, mandate_id);
CREATE INDEX mandates_updated_at ON mandates
  (customer_app_id, updated_at, status, sender_type, user_id, institution_id);
-- Rows come in the order of these times, so that an index of a few pages finds the old ones.
CREATE INDEX mandates_created_at ON mandates USING brin (created_at);
CREATE INDEX mandates_due ON mandates (((end_date + 1)::timestamp AT TIME ZONE 'UTC'))
  WHERE status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED')
  AND end_date IS NOT NULL;
CREATE INDEX mandates_due_by_app ON mandates
  (customer_app_id, ((end_date + 1)::timestamp AT TIME ZONE 'UTC'))
  WHERE status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED')
  AND end_date IS NOT NULL;
SELECT pg_temp.tenant_table('mandates', worker => 'read');
SELECT pg_temp.keep_table('mandates', 'updated_at', 2557);

SELECT pg_temp.history_table('mandate_state_changes', 'mandates', 'mandate_id', 2557);

-- Each mandate at its bank: written before the bank is asked.

-- `reference` is the bank's and our name of the mandate; charges are made under it.
CREATE TABLE mandate_submissions (
  customer_app_id text NOT NULL,
  mandate_id text NOT NULL,
  reference text NOT NULL,
  integration_id text,
  connector text,
  integration_metadata jsonb,
  recall jsonb,
  sent_at timestamptz,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  created_at timestamptz NOT NULL,
  bank_reason jsonb,
  CONSTRAINT mandate_submissions_pkey PRIMARY KEY (customer_app_id, mandate_id),
  CONSTRAINT mandate_submissions_sent_check CHECK (sent_at IS NULL OR integration_id IS NOT NULL),
  CONSTRAINT mandate_submissions_connector_check
    CHECK ((integration_id IS NULL) = (connector IS NULL)),
  CONSTRAINT mandate_submissions_mandate_fkey FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id)
);
CREATE UNIQUE INDEX mandate_submissions_reference ON mandate_submissions
  (customer_app_id, integration_id, reference);
CREATE INDEX mandate_submissions_follow_up ON mandate_submissions
  (customer_app_id, follow_up_at) WHERE follow_up_at IS NOT NULL;
CREATE INDEX mandate_submissions_due ON mandate_submissions (follow_up_at)
  WHERE follow_up_at IS NOT NULL;
SELECT pg_temp.tenant_table('mandate_submissions', worker => 'read');
SELECT pg_temp.keep_table('mandate_submissions', 'created_at', 2557);

-- Who saw account numbers in plain text, of which mandates, and when.
CREATE TABLE sensitive_mandate_reads (
  customer_app_id text NOT NULL,
  read_id text NOT NULL,
  client_id text NOT NULL,
  token_id text NOT NULL,
  request_id text NOT NULL,
  client_address text,
  filters jsonb NOT NULL,
  mandate_ids text[] NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT sensitive_mandate_reads_pkey PRIMARY KEY (customer_app_id, read_id)
);
CREATE INDEX sensitive_mandate_reads_read_at ON sensitive_mandate_reads USING brin (read_at);
SELECT pg_temp.tenant_table('sensitive_mandate_reads', worker => 'none', append_only => true);
SELECT pg_temp.keep_table('sensitive_mandate_reads', 'read_at', 2557);

-- Keys that payers encrypt to; they belong to no customer app, so only the worker reads them.

CREATE TABLE checklist_keys (
  key_id text NOT NULL,
  public_key jsonb NOT NULL,
  private_key_sealed bytea NOT NULL,
  published_at timestamptz NOT NULL,
  used_from timestamptz NOT NULL,
  retired_at timestamptz,
  CONSTRAINT checklist_keys_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table('checklist_keys', worker => 'write', app => 'none');

-- Charges on mandates, and how much of the limits of each period they use.

CREATE TABLE direct_debits (
  customer_app_id text NOT NULL,
  payment_id text NOT NULL,
  mandate_id text NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  period_start date,
  reserved boolean NOT NULL,
  failure jsonb,
  bank_transaction_reference text,
  processor_details jsonb,
  sequence bigint NOT NULL,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  bank_reason jsonb,
  reinstated boolean NOT NULL DEFAULT false,
  CONSTRAINT direct_debits_pkey PRIMARY KEY (customer_app_id, payment_id),
  CONSTRAINT direct_debits_amount_check CHECK (amount > 0),
  CONSTRAINT direct_debits_status_check CHECK (status IN ('RESERVED', 'SUBMITTED',
    'EXECUTED', 'FAILED', 'REVOKED', 'RETURNED')),
  CONSTRAINT direct_debits_mandate_fkey FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id)
);
CREATE INDEX direct_debits_mandate ON direct_debits (customer_app_id, mandate_id, created_at);
CREATE INDEX direct_debits_follow_up ON direct_debits (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
CREATE INDEX direct_debits_updated_at ON direct_debits (customer_app_id, updated_at);
CREATE INDEX direct_debits_beyond_limits ON direct_debits
  (customer_app_id, mandate_id, period_start)
  WHERE status = 'EXECUTED' AND NOT reserved;
CREATE INDEX direct_debits_due ON direct_debits (follow_up_at) WHERE follow_up_at IS NOT NULL;
SELECT pg_temp.tenant_table('direct_debits', worker => 'read');
SELECT pg_temp.keep_table('direct_debits', 'updated_at', 2557);

SELECT pg_temp.history_table('direct_debit_state_changes', 'direct_debits', 'payment_id', 2557);

-- The limits of a mandate in a period: the check refuses every statement that would exceed them.
CREATE TABLE mandate_usage (
  customer_app_id text NOT NULL,
  mandate_id text NOT NULL,
  period_start date NOT NULL,
  used_amount bigint NOT NULL,
  used_count bigint NOT NULL,
  max_amount bigint,
  max_count bigint,
  CONSTRAINT mandate_usage_pkey PRIMARY KEY (customer_app_id, mandate_id, period_start),
  CONSTRAINT mandate_usage_within_limits_check CHECK (
    used_amount >= 0 AND used_count >= 0
    AND (max_amount IS NULL OR used_amount <= max_amount)
    AND (max_count IS NULL OR used_count <= max_count)),
  CONSTRAINT mandate_usage_mandate_fkey FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id) ON DELETE CASCADE
);
SELECT pg_temp.tenant_table('mandate_usage', worker => 'none', app => 'change');

-- How payers authorize mandates: sessions, what they submitted, and the proof of their consent.

CREATE TABLE mandate_sessions (
  customer_app_id text NOT NULL,
  session_id text NOT NULL,
  mandate_id text NOT NULL,
  used_by text NOT NULL,
  customizations jsonb NOT NULL,
  opens_until timestamptz,
  opened_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT mandate_sessions_pkey PRIMARY KEY (customer_app_id, session_id),
  CONSTRAINT mandate_sessions_used_by_check CHECK (used_by IN ('CUSTOMER_APP', 'SERVICE_LINK')),
  CONSTRAINT mandate_sessions_mandate_fkey FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id) ON DELETE CASCADE
);
CREATE INDEX mandate_sessions_created_at ON mandate_sessions (created_at);
CREATE INDEX mandate_sessions_mandate ON mandate_sessions (customer_app_id, mandate_id);
SELECT pg_temp.tenant_table('mandate_sessions', worker => 'write');

-- `sealed`: account, identity and consent as they were submitted, until the bank is asked.
CREATE TABLE mandate_checklists (
  customer_app_id text NOT NULL,
  mandate_id text NOT NULL,
  institution jsonb,
  submitted jsonb NOT NULL,
  otp_asked boolean NOT NULL,
  sealed bytea,
  finish_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT mandate_checklists_pkey PRIMARY KEY (customer_app_id, mandate_id),
  CONSTRAINT mandate_checklists_mandate_fkey
    FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id)
);
CREATE INDEX mandate_checklists_finish_at ON mandate_checklists
  (customer_app_id, finish_at) WHERE finish_at IS NOT NULL;
CREATE INDEX mandate_checklists_sealed ON mandate_checklists
  (customer_app_id, mandate_id) WHERE sealed IS NOT NULL;
CREATE INDEX mandate_checklists_due ON mandate_checklists (finish_at) WHERE finish_at IS NOT NULL;
SELECT pg_temp.tenant_table('mandate_checklists', worker => 'read');
SELECT pg_temp.keep_table('mandate_checklists', 'updated_at', 30);
SELECT pg_temp.change_in_retention('mandate_checklists', 'UPDATE');

CREATE TABLE checklist_payloads (
  customer_app_id text NOT NULL,
  digest bytea NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT checklist_payloads_pkey PRIMARY KEY (customer_app_id, digest)
);
-- A payload is accepted once over all apps. No app sees the row of another, and this index sees
-- all.
CREATE UNIQUE INDEX checklist_payloads_digest ON checklist_payloads (digest);
CREATE INDEX checklist_payloads_received_at ON checklist_payloads (received_at);
SELECT pg_temp.tenant_table('checklist_payloads', worker => 'write', app => 'append');

CREATE FUNCTION refuse_all_but_blanking_origin() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.sealed_origin IS NULL
        AND to_jsonb(NEW) - 'sealed_origin' = to_jsonb(OLD) - 'sealed_origin' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END $$;

CREATE TABLE mandate_consents (
  customer_app_id text NOT NULL,
  consent_id text NOT NULL,
  mandate_id text NOT NULL,
  given_at timestamptz NOT NULL,
  given_through text NOT NULL,
  text_version text,
  text_language text,
  text_sha256 text,
  currency text NOT NULL,
  limits jsonb,
  start_date date NOT NULL,
  end_date date,
  institution_id text,
  recorded_at timestamptz NOT NULL,
  sealed_origin bytea,
  CONSTRAINT mandate_consents_pkey PRIMARY KEY (customer_app_id, consent_id),
  CONSTRAINT mandate_consents_given_through_check
    CHECK (given_through IN ('CUSTOMER_APP', 'SERVICE_LINK')),
  CONSTRAINT mandate_consents_text_check CHECK (
    num_nonnulls(text_version, text_language, text_sha256) IN (0, 3)
    AND (given_through = 'CUSTOMER_APP' OR text_sha256 IS NOT NULL)),
  CONSTRAINT mandate_consents_mandate_fkey
    FOREIGN KEY (customer_app_id, mandate_id)
    REFERENCES mandates (customer_app_id, mandate_id)
);
CREATE INDEX mandate_consents_mandate ON mandate_consents (customer_app_id, mandate_id);
SELECT pg_temp.tenant_table('mandate_consents', worker => 'none', append_only => true);
SELECT pg_temp.keep_table('mandate_consents', 'recorded_at', 2557);
-- An erasure empties where the consent came from, and nothing else changes.
GRANT UPDATE (sealed_origin) ON mandate_consents TO mandate_app;
CREATE OR REPLACE TRIGGER mandate_consents_kept BEFORE DELETE ON mandate_consents
  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('recorded_at', '2557');
CREATE TRIGGER mandate_consents_unchanged BEFORE UPDATE ON mandate_consents
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_blanking_origin();

-- Mandates that payment links gave up before their requests for them arrived.

CREATE TABLE left_drafts (
  customer_app_id text NOT NULL,
  mandate_id text NOT NULL,
  left_at timestamptz NOT NULL,
  CONSTRAINT left_drafts_pkey PRIMARY KEY (customer_app_id, mandate_id)
);
SELECT pg_temp.tenant_table('left_drafts', worker => 'none');
-- The worker deletes old rows and writes none.
GRANT SELECT, DELETE ON left_drafts TO mandate_worker;
CREATE POLICY left_drafts_worker ON left_drafts TO mandate_worker USING (true);

-- What direct debit banks settled, how far it was read, and where our books differ from it.

CREATE TABLE reconciliations (
  customer_app_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  started_at timestamptz NOT NULL,
  settled_until timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (customer_app_id, app_type, integration_id),
  CONSTRAINT reconciliations_app_type_check CHECK (app_type IN ('TEST', 'LIVE'))
);
SELECT pg_temp.tenant_table('reconciliations', worker => 'read');

CREATE TABLE settled_entries (
  customer_app_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  entry_id text NOT NULL,
  subject text NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  settled_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  gateway_reference text,
  CONSTRAINT settled_entries_pkey
    PRIMARY KEY (customer_app_id, app_type, integration_id, entry_id),
  CONSTRAINT settled_entries_kind_check CHECK (kind IN ('CHARGE', 'RETURN', 'RETURN_REVERSED'))
);
CREATE INDEX settled_entries_subject ON settled_entries
  (customer_app_id, app_type, integration_id, subject);
SELECT pg_temp.tenant_table('settled_entries', worker => 'none', append_only => true);
SELECT pg_temp.keep_table('settled_entries', 'settled_at', 2557);

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
  CONSTRAINT reconciliation_differences_side_check CHECK
    (side IN ('CHARGE', 'RETURN', 'RETURN_REVERSED')),
  CONSTRAINT reconciliation_differences_kind_check CHECK
    (kind IN ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE'))
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
SELECT pg_temp.operators_read('reconciliation_differences');
SELECT pg_temp.keep_table('reconciliation_differences', 'found_at', 2557);

-- The record of keys that an operator ended; the keys themselves are deleted.

CREATE TABLE checklist_key_distrusts (
  key_id text NOT NULL,
  actor text NOT NULL,
  reason text,
  distrusted_at timestamptz NOT NULL,
  CONSTRAINT checklist_key_distrusts_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table(
  'checklist_key_distrusts', worker => 'write', app => 'none', append_only => true);

-- Guesses of logins are limited, over all apps.

CREATE TABLE login_guesses (
  customer_app_id text NOT NULL,
  guess_id text NOT NULL,
  limited_by text NOT NULL,
  made_at timestamptz NOT NULL,
  CONSTRAINT login_guesses_pkey PRIMARY KEY (customer_app_id, guess_id, limited_by)
);
CREATE INDEX login_guesses_limit ON login_guesses (limited_by, made_at);
CREATE INDEX login_guesses_made_at ON login_guesses (made_at);
SELECT pg_temp.tenant_table('login_guesses', worker => 'write');
SELECT pg_temp.read_in_retention('login_guesses');
-- A limit counts over all apps, and an app learns the number only.
CREATE FUNCTION login_guesses_since(text, timestamptz) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT count(*) FROM login_guesses WHERE limited_by = $1 AND made_at > $2 $$;
SELECT pg_temp.only_for('app', 'login_guesses_since(text, timestamptz)');

-- What operators search by; `mandates_newest` and `mandates_status` serve the lists of one app.

CREATE INDEX mandates_found_by_id ON mandates (mandate_id);
CREATE INDEX mandates_found_by_newest ON mandates (created_at, mandate_id);
CREATE INDEX mandates_found_by_user ON mandates (external_user_id);
CREATE INDEX mandates_found_by_authorization ON mandates (dda_reference)
  WHERE dda_reference IS NOT NULL;
CREATE INDEX mandates_found_by_bank ON mandates (mandate_bank_reference)
  WHERE mandate_bank_reference IS NOT NULL;
SELECT pg_temp.operators_read('mandates', 'mandate_state_changes', 'mandate_submissions',
  'mandate_sessions', 'mandate_checklists', 'mandate_consents', 'direct_debits',
  'direct_debit_state_changes');

-- Retention: each function deletes or empties at most `$1` rows with all that depends on them.
-- Money, histories and consents stay for 7 years, of which two are leap years: 2,557 days.

CREATE FUNCTION empty_left_checklists(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH left_open AS (
    SELECT customer_app_id, mandate_id FROM mandate_checklists
    WHERE updated_at < now() - interval '30 days' AND sealed IS NOT NULL AND finish_at IS NULL LIMIT $1),
  emptied AS (UPDATE mandate_checklists SET sealed = NULL, submitted = '{}', otp_asked = false
    WHERE (customer_app_id, mandate_id) IN (SELECT * FROM left_open)
      AND updated_at < now() - interval '30 days' AND sealed IS NOT NULL AND finish_at IS NULL RETURNING 1)
  SELECT count(*) FROM emptied$retention$;
SELECT pg_temp.only_for('worker', 'empty_left_checklists(integer)');

CREATE FUNCTION delete_old_mandate_reads(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, read_id FROM sensitive_mandate_reads WHERE read_at < now() - interval '2557 days' LIMIT $1),
  gone AS (DELETE FROM sensitive_mandate_reads
    WHERE (customer_app_id, read_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_mandate_reads(integer)');

CREATE FUNCTION delete_old_mandates(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, mandate_id FROM mandates m
    WHERE created_at < now() - interval '2557 days' AND updated_at < now() - interval '2557 days'
      AND status NOT IN ('PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED', 'SUCCEEDED')
      AND NOT EXISTS (SELECT FROM mandate_state_changes c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.occurred_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM mandate_consents c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.recorded_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM mandate_submissions s
        WHERE s.customer_app_id = m.customer_app_id AND s.mandate_id = m.mandate_id
          AND (s.created_at >= now() - interval '2557 days' OR s.follow_up_at IS NOT NULL))
      AND NOT EXISTS (SELECT FROM mandate_checklists c
        WHERE c.customer_app_id = m.customer_app_id AND c.mandate_id = m.mandate_id
          AND c.updated_at >= now() - interval '30 days')
      AND NOT EXISTS (SELECT FROM direct_debits d
        WHERE d.customer_app_id = m.customer_app_id AND d.mandate_id = m.mandate_id
          AND (d.updated_at >= now() - interval '2557 days' OR d.status IN ('RESERVED', 'SUBMITTED')
            OR EXISTS (SELECT FROM direct_debit_state_changes c
              WHERE c.customer_app_id = d.customer_app_id AND c.payment_id = d.payment_id
                AND c.occurred_at >= now() - interval '2557 days')
            OR EXISTS (SELECT FROM settled_entries s
              WHERE s.customer_app_id = d.customer_app_id AND s.subject = d.payment_id
                AND s.settled_at >= now() - interval '2557 days')
            OR EXISTS (SELECT FROM reconciliation_differences r
              WHERE r.customer_app_id = d.customer_app_id AND r.subject = d.payment_id
                AND (r.found_at >= now() - interval '2557 days' OR r.closed_at IS NULL))))
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
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_mandates(integer)');
