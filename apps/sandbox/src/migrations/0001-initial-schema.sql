-- The books of the simulated gateways, banks and billing system. They are the world outside, so there
-- are no tenants with policies, no outbox to Kafka and no copy of the customer apps.

-- The clock of each app whose clock was moved.
CREATE TABLE app_clocks (
  customer_app_id text NOT NULL,
  offset_ms bigint NOT NULL,
  frozen_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT app_clocks_pkey PRIMARY KEY (customer_app_id)
);

-- The time of an app: real time unless its clock was moved.
CREATE FUNCTION app_now(customer_app text) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT date_trunc('milliseconds', coalesce(
    (SELECT coalesce(frozen_at, now() + offset_ms * interval '1 millisecond')
     FROM app_clocks WHERE customer_app_id = customer_app),
    now()))
$$;

-- Cards. Numbers and security codes have no column: `card` holds the outcome and what may be shown.
CREATE TABLE card_tokens (
  token text NOT NULL,
  gateway text NOT NULL,
  session text NOT NULL,
  card jsonb NOT NULL,
  reference text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT card_tokens_pkey PRIMARY KEY (token)
);
CREATE INDEX card_tokens_expires_at ON card_tokens (expires_at);

CREATE TABLE stored_cards (
  stored_payment_method_id text NOT NULL,
  gateway text NOT NULL,
  customer_app_id text NOT NULL,
  reference text NOT NULL,
  card jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stored_cards_pkey PRIMARY KEY (stored_payment_method_id)
);

CREATE TABLE card_authorizations (
  gateway text NOT NULL,
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  payment_id text,
  request_hash text NOT NULL,
  psp_reference text NOT NULL,
  merchant_account text NOT NULL,
  merchant_name text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  purpose text NOT NULL,
  store boolean NOT NULL,
  off_session boolean NOT NULL,
  return_url text,
  callback_url text NOT NULL,
  language text,
  card jsonb NOT NULL,
  state text NOT NULL,
  answered_state text NOT NULL,
  decline jsonb,
  auth_code text,
  network_transaction_reference text,
  stored_payment_method_id text,
  challenge_id text,
  settles_at timestamptz,
  refunded_amount bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  authorized_at timestamptz,
  captured_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT card_authorizations_pkey PRIMARY KEY (gateway, reference),
  CONSTRAINT card_authorizations_challenge_id_key UNIQUE (challenge_id),
  CONSTRAINT card_authorizations_amount_check CHECK
    (amount >= 0 AND refunded_amount BETWEEN 0 AND amount)
);
CREATE INDEX card_authorizations_settles_at ON card_authorizations (customer_app_id, settles_at)
  WHERE state = 'PENDING';
CREATE INDEX card_authorizations_payment ON card_authorizations (customer_app_id, payment_id);

CREATE TABLE card_refunds (
  gateway text NOT NULL,
  reference text NOT NULL,
  refund_reference text NOT NULL,
  psp_reference text NOT NULL,
  amount bigint NOT NULL,
  refunded_at timestamptz NOT NULL,
  reversed_at timestamptz,
  CONSTRAINT card_refunds_pkey PRIMARY KEY (gateway, reference, refund_reference),
  CONSTRAINT card_refunds_amount_check CHECK (amount > 0)
);

CREATE TABLE card_disputes (
  gateway text NOT NULL,
  dispute_reference text NOT NULL,
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  state text NOT NULL,
  position bigint NOT NULL,
  round integer NOT NULL,
  last_event text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  is_defendable boolean NOT NULL,
  defend_by timestamptz,
  evidence_digest text,
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT card_disputes_pkey PRIMARY KEY (gateway, dispute_reference)
);
CREATE INDEX card_disputes_payment ON card_disputes (gateway, reference);
CREATE INDEX card_disputes_app ON card_disputes (customer_app_id, dispute_reference);

-- What merchants uploaded to defend disputes; the content is not kept.
CREATE TABLE card_dispute_documents (
  gateway text NOT NULL,
  dispute_reference text NOT NULL,
  digest text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  CONSTRAINT card_dispute_documents_pkey PRIMARY KEY (gateway, dispute_reference, digest)
);

-- Settled money of every party: append-only, one row with both sides.
CREATE TABLE ledger_entries (
  entry_id text NOT NULL,
  gateway text NOT NULL,
  customer_app_id text NOT NULL,
  payment_id text NOT NULL,
  reference text NOT NULL,
  psp_reference text NOT NULL,
  kind text NOT NULL,
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  booked_at timestamptz NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (entry_id),
  CONSTRAINT ledger_entries_kind_check CHECK
    (kind IN ('CHARGE', 'REFUND', 'REFUND_REVERSED', 'RETURN', 'RETURN_REVERSED', 'PAYOUT',
      'PAYOUT_REVERSED')),
  CONSTRAINT ledger_entries_accounts_check CHECK (debit_account <> credit_account),
  CONSTRAINT ledger_entries_amount_check CHECK (amount > 0)
);
CREATE INDEX ledger_entries_payment ON ledger_entries (customer_app_id, payment_id);
CREATE INDEX ledger_entries_booked_at ON ledger_entries (gateway, booked_at, entry_id);
CREATE UNIQUE INDEX ledger_entries_one_charge ON ledger_entries (gateway, reference)
  WHERE kind = 'CHARGE';
CREATE UNIQUE INDEX ledger_entries_one_payout ON ledger_entries (gateway, reference)
  WHERE kind = 'PAYOUT';

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed nor deleted'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- `due_at` is on the app's clock; the other times are real, because retries do not follow that clock.
CREATE TABLE callbacks (
  position bigint GENERATED ALWAYS AS IDENTITY,
  gateway text NOT NULL,
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL,
  url text NOT NULL,
  body text NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  CONSTRAINT callbacks_pkey PRIMARY KEY (position)
);
CREATE INDEX callbacks_undelivered ON callbacks (gateway, reference, position)
  WHERE delivered_at IS NULL;

-- The bank. Account numbers have no column: `outcome`, `last4` and `fingerprint` are kept of them.
CREATE TABLE debit_mandates (
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  creditor_account text NOT NULL,
  debtor_name text NOT NULL,
  currency text NOT NULL,
  first_day text NOT NULL,
  last_day text,
  max_amount bigint,
  callback_url text NOT NULL,
  request_hash text NOT NULL,
  outcome text NOT NULL,
  last4 text NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL,
  reason jsonb,
  dda_reference text NOT NULL,
  bank_reference text,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT debit_mandates_pkey PRIMARY KEY (reference)
);
CREATE INDEX debit_mandates_due_at ON debit_mandates (customer_app_id, due_at)
  WHERE due_at IS NOT NULL;

CREATE TABLE debit_collections (
  reference text NOT NULL,
  mandate_reference text NOT NULL,
  customer_app_id text NOT NULL,
  payment_id text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  callback_url text NOT NULL,
  request_hash text NOT NULL,
  outcome text NOT NULL,
  creditor_account text NOT NULL,
  state text NOT NULL,
  answered_state text NOT NULL,
  reason jsonb,
  transaction_reference text,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  returned_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT debit_collections_pkey PRIMARY KEY (reference),
  CONSTRAINT debit_collections_mandate_fkey FOREIGN KEY (mandate_reference)
    REFERENCES debit_mandates (reference),
  CONSTRAINT debit_collections_amount_check CHECK (amount > 0)
);
CREATE INDEX debit_collections_mandate ON debit_collections (mandate_reference);
CREATE INDEX debit_collections_due_at ON debit_collections (customer_app_id, due_at)
  WHERE due_at IS NOT NULL;

-- What the bank was asked to do, with each repeat.
CREATE TABLE bank_instructions (
  position bigint GENERATED ALWAYS AS IDENTITY,
  customer_app_id text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  told_at timestamptz NOT NULL,
  CONSTRAINT bank_instructions_pkey PRIMARY KEY (position)
);
CREATE INDEX bank_instructions_app ON bank_instructions (customer_app_id);
CREATE TRIGGER bank_instructions_append_only BEFORE UPDATE OR DELETE ON bank_instructions
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE bank_payouts (
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  debtor_account text NOT NULL,
  creditor_name text NOT NULL,
  last4 text NOT NULL,
  fingerprint text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  text text,
  request_hash text NOT NULL,
  state text NOT NULL,
  reason jsonb,
  order_reference text NOT NULL,
  transaction_reference text,
  created_at timestamptz NOT NULL,
  CONSTRAINT bank_payouts_pkey PRIMARY KEY (reference),
  CONSTRAINT bank_payouts_state_check CHECK (state IN ('EXECUTED', 'REJECTED', 'RETURNED'))
);

-- Money that arrived for a merchant.
CREATE TABLE bank_transfers (
  reference text NOT NULL,
  customer_app_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  text text,
  request_hash text NOT NULL,
  booked_at timestamptz NOT NULL,
  CONSTRAINT bank_transfers_pkey PRIMARY KEY (reference)
);
CREATE INDEX bank_transfers_booked ON bank_transfers (customer_app_id, booked_at, reference);

-- Logins: wrong one-time passwords, codes of the page of a bank, consents that ended.
CREATE TABLE bank_logins (
  login text NOT NULL,
  wrong_otps integer NOT NULL,
  CONSTRAINT bank_logins_pkey PRIMARY KEY (login)
);
CREATE TABLE bank_login_codes (
  code text NOT NULL,
  state text NOT NULL,
  outcome text NOT NULL,
  expires_at timestamptz NOT NULL,
  user_id text,
  CONSTRAINT bank_login_codes_pkey PRIMARY KEY (code)
);
CREATE TABLE bank_ended_consents (
  session_id text NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bank_ended_consents_pkey PRIMARY KEY (session_id)
);

-- The billing system: each bill of a customer app at its latest revision.
CREATE TABLE external_bills (
  customer_app_id text NOT NULL,
  bill_number text NOT NULL,
  revision bigint NOT NULL,
  bill jsonb NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT external_bills_pkey PRIMARY KEY (customer_app_id, bill_number)
);
CREATE UNIQUE INDEX external_bills_revision ON external_bills (customer_app_id, revision);

-- The double of Stripe: every object of an account in one mode. `hidden` is seen by nobody outside.
CREATE TABLE stripe_objects (
  books text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  created bigint NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  body jsonb NOT NULL,
  hidden jsonb NOT NULL,
  CONSTRAINT stripe_objects_pkey PRIMARY KEY (books, id)
);
CREATE INDEX stripe_objects_newest ON stripe_objects (books, kind, created);

-- The first answer to each idempotency key.
CREATE TABLE stripe_requests (
  books text NOT NULL,
  idempotency_key text NOT NULL,
  request_id text NOT NULL,
  request_hash text NOT NULL,
  status integer NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT stripe_requests_pkey PRIMARY KEY (books, idempotency_key)
);

CREATE TABLE stripe_settings (
  books text NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT stripe_settings_pkey PRIMARY KEY (books)
);
