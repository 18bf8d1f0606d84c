-- Payment users, and every change of what they consented to.

CREATE TABLE payment_users (
  customer_app_id text NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  user_type text,
  autopay_consent boolean NOT NULL,
  personal_sealed bytea NOT NULL,
  email_hash text,
  content_hash text NOT NULL,
  metadata jsonb,
  integration_metadata jsonb,
  next_bill_update timestamptz,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  erased_at timestamptz,
  CONSTRAINT payment_users_pkey PRIMARY KEY (customer_app_id, user_id),
  CONSTRAINT payment_users_external_user_id_key UNIQUE (customer_app_id, external_user_id),
  CONSTRAINT payment_users_user_type_check CHECK (user_type IN ('INDIVIDUAL', 'BUSINESS'))
);
SELECT pg_temp.tenant_table('payment_users', worker => 'none');

CREATE TABLE autopay_consent_changes (
  customer_app_id text NOT NULL,
  user_id text NOT NULL,
  sequence bigint NOT NULL,
  autopay_consent boolean NOT NULL,
  source text NOT NULL,
  occurred_at timestamptz NOT NULL,
  CONSTRAINT autopay_consent_changes_pkey PRIMARY KEY (customer_app_id, user_id, sequence),
  CONSTRAINT autopay_consent_changes_user_fkey FOREIGN KEY (customer_app_id, user_id)
    REFERENCES payment_users (customer_app_id, user_id)
);
CREATE INDEX autopay_consent_changes_occurred_at ON autopay_consent_changes
  USING brin (occurred_at);
SELECT pg_temp.tenant_table('autopay_consent_changes', worker => 'none', append_only => true);
SELECT pg_temp.keep_table('autopay_consent_changes', 'occurred_at', 2557);

-- Accounts that receive money, and who configured them.

CREATE TABLE payment_accounts (
  customer_app_id text NOT NULL,
  account_id text NOT NULL,
  account_type text NOT NULL,
  live boolean NOT NULL,
  legal_entity_name text,
  settlement_account_reference text,
  business_units text[] NOT NULL DEFAULT '{}',
  currencies text[] NOT NULL DEFAULT '{}',
  payment_method_types text[] NOT NULL DEFAULT '{}',
  card_integration_id text,
  mandate_integration_id text,
  card_connector text,
  debit_connector text,
  payout_connector text,
  transfer_connector text,
  gateway_account text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  pricing jsonb,
  CONSTRAINT payment_accounts_pkey PRIMARY KEY (customer_app_id, account_id),
  CONSTRAINT payment_accounts_account_type_check
    CHECK (account_type IN ('EXTERNAL_ACCOUNT', 'SETTLEMENT_ACCOUNT'))
);
CREATE UNIQUE INDEX payment_accounts_reference_key ON payment_accounts
  (customer_app_id, settlement_account_reference)
  WHERE settlement_account_reference IS NOT NULL;
CREATE INDEX payment_accounts_newest ON payment_accounts (customer_app_id, created_at, account_id);
CREATE INDEX payment_accounts_gateway_account ON payment_accounts (gateway_account)
  WHERE gateway_account IS NOT NULL;
SELECT pg_temp.tenant_table('payment_accounts', worker => 'none');
SELECT pg_temp.read_in_retention('payment_accounts');
-- Whether another app names the account, of which an app learns nothing more.
CREATE FUNCTION others_use_gateway_account(
        customer_app text, of_live boolean, of_connector text, account text) RETURNS boolean
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT EXISTS (SELECT FROM payment_accounts
          WHERE gateway_account = $4 AND card_connector = $3 AND live = $2
            AND customer_app_id <> $1) $$;
SELECT pg_temp.only_for('app', 'others_use_gateway_account(text, boolean, text, text)');

CREATE TABLE settlement_account_audit (
  customer_app_id text NOT NULL,
  audit_id text NOT NULL,
  account_id text NOT NULL,
  action text NOT NULL,
  actor text NOT NULL,
  configuration jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  CONSTRAINT settlement_account_audit_pkey PRIMARY KEY (customer_app_id, audit_id),
  CONSTRAINT settlement_account_audit_action_check CHECK (action IN ('CREATE', 'UPDATE')),
  CONSTRAINT settlement_account_audit_account_fkey
    FOREIGN KEY (customer_app_id, account_id)
    REFERENCES payment_accounts (customer_app_id, account_id)
);
SELECT pg_temp.tenant_table('settlement_account_audit', worker => 'none', append_only => true);

-- Payment links and the attempts of payers on them.

-- `version` counts the writes to the link and to its attempts: a reader that waited for the row's
-- lock compares it, and knows whether the rest of its reading still holds.
CREATE TABLE payment_links (
  customer_app_id text NOT NULL,
  payment_link_id text NOT NULL,
  unique_reference_id text NOT NULL,
  content_hash text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  live boolean NOT NULL,
  currency text NOT NULL,
  amount bigint,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  sender_sealed bytea NOT NULL,
  description text,
  external_transaction_reference text,
  language text NOT NULL,
  ui_mode text NOT NULL,
  redirect_uri text,
  setup_options jsonb,
  metadata jsonb,
  payment_metadata jsonb,
  integration_metadata jsonb,
  open_attempt_id text,
  attempt_in_flight boolean NOT NULL,
  attempts integer NOT NULL,
  card_attempts integer NOT NULL,
  expires_at timestamptz NOT NULL,
  sequence bigint NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  autopay_answered boolean NOT NULL DEFAULT false,
  debit_attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_links_pkey PRIMARY KEY (customer_app_id, payment_link_id),
  CONSTRAINT payment_links_unique_reference_id_key UNIQUE (customer_app_id, unique_reference_id),
  CONSTRAINT payment_links_amount_check CHECK (
    (mode = 'PAYMENT' AND amount > 0) OR (mode = 'SETUP' AND amount IS NULL)),
  CONSTRAINT payment_links_status_check CHECK (
    status IN ('CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED')),
  CONSTRAINT payment_links_in_flight_check CHECK (
    NOT attempt_in_flight OR (status = 'CREATED' AND open_attempt_id IS NOT NULL))
);
CREATE INDEX payment_links_due ON payment_links (expires_at)
  WHERE status = 'CREATED' AND NOT attempt_in_flight;
CREATE INDEX payment_links_created_at ON payment_links USING brin (created_at);
CREATE INDEX payment_links_due_by_app ON payment_links (customer_app_id, expires_at)
  WHERE status = 'CREATED' AND NOT attempt_in_flight;
CREATE INDEX payment_links_click_to_pay ON payment_links (customer_app_id, user_id)
  WHERE setup_options ->> 'future_payments' = 'CLICK_TO_PAY';
SELECT pg_temp.tenant_table('payment_links', worker => 'read');
SELECT pg_temp.keep_table('payment_links', 'updated_at', 2557);

SELECT pg_temp.history_table(
  'payment_link_state_changes', 'payment_links', 'payment_link_id', 2557);

CREATE TABLE payment_attempts (
  customer_app_id text NOT NULL,
  attempt_id text NOT NULL,
  payment_link_id text NOT NULL,
  ordinal integer NOT NULL,
  status text NOT NULL,
  payment_method_type text NOT NULL,
  recipient_account_id text NOT NULL,
  integration_id text NOT NULL,
  connector text,
  gateway_reference text,
  gateway_account text,
  payment_id text,
  payment_method_id text,
  card jsonb,
  card_token_sealed bytea,
  redirect_url text,
  failure jsonb,
  submitted_at timestamptz,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  saved_payment_method_id text,
  mandate_id text,
  surcharge_amount bigint NOT NULL DEFAULT 0,
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (customer_app_id, attempt_id),
  CONSTRAINT payment_attempts_ordinal_key UNIQUE (customer_app_id, payment_link_id, ordinal),
  CONSTRAINT payment_attempts_link_fkey FOREIGN KEY (customer_app_id, payment_link_id)
    REFERENCES payment_links (customer_app_id, payment_link_id)
);
CREATE INDEX payment_attempts_due ON payment_attempts (follow_up_at)
  WHERE follow_up_at IS NOT NULL;
CREATE INDEX payment_attempts_gateway_reference ON payment_attempts (gateway_reference)
  WHERE gateway_reference IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_mandate ON payment_attempts
  (customer_app_id, mandate_id) WHERE mandate_id IS NOT NULL;
-- A link succeeds at most once, whatever the code does: one open or succeeded attempt each.
CREATE UNIQUE INDEX payment_attempts_one_per_link ON payment_attempts
  (customer_app_id, payment_link_id)
  WHERE status IN ('SELECTED', 'AUTHORIZING', 'CONFIRMED', 'CAPTURING', 'SUCCEEDED');
CREATE INDEX payment_attempts_due_by_app ON payment_attempts (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
-- The reference of a transfer is the end of the ID of its link.
CREATE INDEX payment_attempts_transfer ON payment_attempts
  (customer_app_id, right(payment_link_id, 12)) WHERE payment_method_type = 'MANUAL';
SELECT pg_temp.tenant_table('payment_attempts', worker => 'read');
SELECT pg_temp.keep_table('payment_attempts', 'updated_at', 2557);

SELECT pg_temp.history_table(
  'payment_attempt_state_changes', 'payment_attempts', 'attempt_id', 2557);

-- Payments: what moved, or should have moved, from a payer to a settlement account.

CREATE TABLE payments (
  customer_app_id text NOT NULL,
  payment_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  live boolean NOT NULL,
  amount bigint NOT NULL,
  surcharge_amount bigint NOT NULL,
  currency text NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  sender_type text NOT NULL,
  recipient_account_id text NOT NULL,
  payment_link_id text,
  attempt_id text,
  payment_method_id text,
  mandate_id text,
  institution_id text,
  description text,
  external_transaction_reference text,
  recurring_payment_mode text,
  metadata jsonb,
  failure jsonb,
  processor_details jsonb,
  card_details jsonb,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  wallet_details jsonb,
  sender_account_id text,
  dda_reference text,
  bank_transaction_reference text,
  amount_returned bigint,
  returned_at timestamptz,
  return_reversed_at timestamptz,
  return_reason text,
  transaction_reference_id text,
  refunds_total bigint NOT NULL DEFAULT 0,
  disputed_total bigint NOT NULL DEFAULT 0,
  fee_amount bigint NOT NULL DEFAULT 0,
  at_processor boolean NOT NULL DEFAULT false,
  -- Columns, because row-level security lets no index over an expression serve: `->>` may leak.
  -- No trigger writes them: one before an update makes `old` of RETURNING an old row, under load.
  last_four text GENERATED ALWAYS AS (card_details ->> 'last4') STORED,
  processor_reference text GENERATED ALWAYS AS (processor_details ->> 'processor_reference') STORED,
  CONSTRAINT payments_pkey PRIMARY KEY (customer_app_id, payment_id),
  CONSTRAINT payments_amount_check CHECK (amount > 0 AND surcharge_amount >= 0),
  CONSTRAINT payments_type_check CHECK (type IN ('MANDATE', 'SINGLE', 'CARD', 'MANUAL', 'WALLET')),
  CONSTRAINT payments_status_check CHECK (status IN ('CREATED', 'AUTHORIZATION_REQUIRED',
    'AUTHORIZING', 'PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVOKED', 'CANCELLED')),
  CONSTRAINT payments_returned_check CHECK (amount_returned IS NULL
    OR amount_returned > 0 AND returned_at IS NOT NULL AND status = 'EXECUTED'),
  CONSTRAINT payments_given_back_check CHECK (refunds_total >= 0
    AND disputed_total >= 0
    AND refunds_total + disputed_total <= amount + surcharge_amount),
  CONSTRAINT payments_fee_check CHECK (fee_amount BETWEEN 0 AND amount + surcharge_amount)
);
CREATE UNIQUE INDEX payments_one_per_attempt ON payments (customer_app_id, attempt_id)
  WHERE attempt_id IS NOT NULL;
CREATE INDEX payments_newest ON payments (customer_app_id, created_at, payment_id);
CREATE INDEX payments_link ON payments (customer_app_id, payment_link_id, created_at);
CREATE INDEX payments_user ON payments (customer_app_id, user_id, created_at);
CREATE INDEX payments_mandate ON payments (customer_app_id, mandate_id, created_at)
  WHERE mandate_id IS NOT NULL;
CREATE INDEX payments_created_at ON payments USING brin (created_at);
CREATE INDEX payments_reference ON payments
  (customer_app_id, user_id, external_transaction_reference)
  WHERE external_transaction_reference IS NOT NULL;
CREATE INDEX payments_status ON payments (customer_app_id, status, created_at, payment_id);
CREATE INDEX payments_type ON payments (customer_app_id, type, created_at, payment_id);
CREATE INDEX payments_currency ON payments (customer_app_id, currency, created_at, payment_id);
CREATE INDEX payments_sender_type ON payments
  (customer_app_id, sender_type, created_at, payment_id);
CREATE INDEX payments_institution ON payments
  (customer_app_id, institution_id, created_at, payment_id)
  WHERE institution_id IS NOT NULL;
CREATE INDEX payments_updated_at ON payments (customer_app_id,
  updated_at, status, type, currency, sender_type, user_id, mandate_id,
  institution_id);
SELECT pg_temp.tenant_table('payments', worker => 'none');
SELECT pg_temp.keep_table('payments', 'updated_at', 2557);

SELECT pg_temp.history_table('payment_state_changes', 'payments', 'payment_id', 2557);

-- Payment methods that payers agreed to keep.

CREATE TABLE payment_methods (
  customer_app_id text NOT NULL,
  payment_method_id text NOT NULL,
  payment_method_type text NOT NULL,
  status text NOT NULL,
  live boolean NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  recipient_account_id text NOT NULL,
  payment_link_id text,
  attempt_id text,
  recurring_payment_mode text,
  card_details jsonb,
  integration_metadata jsonb,
  failure jsonb,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  future_payments text,
  risk_data_sealed bytea,
  connector text,
  gateway_account text,
  last_four text GENERATED ALWAYS AS (card_details ->> 'last4') STORED,
  CONSTRAINT payment_methods_pkey PRIMARY KEY (customer_app_id, payment_method_id),
  CONSTRAINT payment_methods_type_check CHECK (payment_method_type IN ('CARD', 'MANDATE')),
  CONSTRAINT payment_methods_status_check
    CHECK (status IN ('CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED'))
);
CREATE UNIQUE INDEX payment_methods_one_per_attempt ON payment_methods
  (customer_app_id, attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX payment_methods_user ON payment_methods
  (customer_app_id, user_id, created_at, payment_method_id);
CREATE INDEX payment_methods_link ON payment_methods (customer_app_id, payment_link_id);
CREATE INDEX payment_methods_created_at ON payment_methods USING brin (created_at);
SELECT pg_temp.tenant_table('payment_methods', worker => 'none');
SELECT pg_temp.keep_table('payment_methods', 'updated_at', 2557);
-- Of all apps, for the start of the service: the settlement accounts that can still charge a stored
-- card. One card of each is looked up, however many there are.
CREATE INDEX payment_methods_stored_card ON payment_methods (customer_app_id, live, connector)
  WHERE status = 'SUCCEEDED' AND connector IS NOT NULL;
CREATE FUNCTION chargeable_cards(
        OUT customer_app_id text, OUT live boolean, OUT integration_id text, OUT connector text)
      RETURNS SETOF record
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT a.customer_app_id, a.live, a.card_integration_id, named.connector
        FROM payment_accounts a, LATERAL (SELECT coalesce(a.card_connector,
          CASE WHEN a.live THEN '' ELSE 'sandbox' END) AS connector) named
        WHERE a.card_integration_id IS NOT NULL AND EXISTS (
          SELECT FROM payment_methods m
          WHERE m.customer_app_id = a.customer_app_id AND m.live = a.live
            AND m.connector = named.connector AND m.status = 'SUCCEEDED'
            AND m.integration_metadata ->> 'integration_id' = a.card_integration_id
            AND m.gateway_account IS NOT DISTINCT FROM a.gateway_account) $$;
SELECT pg_temp.only_for('worker', 'chargeable_cards()');

SELECT pg_temp.history_table(
  'payment_method_state_changes', 'payment_methods', 'payment_method_id', 2557);

-- Cards that their gateways are asked to delete; a row goes when its gateway has.

CREATE TABLE forgotten_cards (
  customer_app_id text NOT NULL,
  payment_method_id text NOT NULL,
  live boolean NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  gateway_account text,
  integration_metadata jsonb NOT NULL,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT forgotten_cards_pkey PRIMARY KEY (customer_app_id, payment_method_id)
);
CREATE INDEX forgotten_cards_due ON forgotten_cards (follow_up_at) WHERE follow_up_at IS NOT NULL;
CREATE INDEX forgotten_cards_due_by_app ON forgotten_cards (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
CREATE INDEX forgotten_cards_created_at ON forgotten_cards USING brin (created_at);
SELECT pg_temp.tenant_table('forgotten_cards', worker => 'read');

-- Double entry: a transfer names both of its accounts, so the books balance by construction.

-- An account is named by what it is, so that writing a transfer needs no look-up.
CREATE TABLE ledger_accounts (
  customer_app_id text NOT NULL,
  ledger_account text NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL,
  payment_account_id text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (customer_app_id, ledger_account, currency),
  CONSTRAINT ledger_accounts_kind_check
    CHECK (kind IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED', 'PAYOUT',
      'UNMATCHED', 'FEES', 'AT_PROCESSOR', 'EXCHANGE', 'RESERVE'))
);
SELECT pg_temp.tenant_table('ledger_accounts', worker => 'read', append_only => true);

CREATE FUNCTION current_transaction() RETURNS bigint LANGUAGE sql VOLATILE AS $$
     SELECT pg_current_xact_id()::text::bigint
   $$;

-- Both foreign keys carry the currency: money of two currencies cannot meet in one transfer.
-- `written_by` is the writing transaction: a checkpoint knows which of them have all ended.
CREATE TABLE ledger_transfers (
  customer_app_id text NOT NULL,
  ledger_transfer_id text NOT NULL,
  kind text NOT NULL,
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  payment_id text,
  refund_id text,
  occurred_at timestamptz NOT NULL,
  written_by bigint NOT NULL DEFAULT current_transaction(),
  dispute_id text,
  dispute_sequence bigint,
  payout_id text,
  processor_reference text,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (customer_app_id, ledger_transfer_id),
  CONSTRAINT ledger_transfers_amount_check CHECK (amount > 0),
  CONSTRAINT ledger_transfers_two_accounts_check CHECK (debit_account <> credit_account),
  CONSTRAINT ledger_transfers_debit_fkey
    FOREIGN KEY (customer_app_id, debit_account, currency)
    REFERENCES ledger_accounts (customer_app_id, ledger_account, currency),
  CONSTRAINT ledger_transfers_credit_fkey
    FOREIGN KEY (customer_app_id, credit_account, currency)
    REFERENCES ledger_accounts (customer_app_id, ledger_account, currency)
);
CREATE UNIQUE INDEX ledger_transfers_one_opening ON ledger_transfers
  (customer_app_id, credit_account, currency) WHERE kind = 'OPENING_BALANCE';
CREATE INDEX ledger_transfers_debit ON ledger_transfers
  (customer_app_id, debit_account, currency, written_by);
CREATE INDEX ledger_transfers_credit ON ledger_transfers
  (customer_app_id, credit_account, currency, written_by);
CREATE INDEX ledger_transfers_occurred_at ON ledger_transfers USING brin (occurred_at);
CREATE UNIQUE INDEX ledger_transfers_once_per_dispute_event ON ledger_transfers
  (customer_app_id, dispute_id, dispute_sequence, kind) WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transfers_once_per_payout ON ledger_transfers
  (customer_app_id, payout_id, kind) WHERE payout_id IS NOT NULL;
-- A payment may have several refunds: what happens once is a transfer of a kind of each.
CREATE UNIQUE INDEX ledger_transfers_once_per_payment ON ledger_transfers
  (customer_app_id, payment_id, kind)
  WHERE payment_id IS NOT NULL AND dispute_id IS NULL AND refund_id IS NULL;
CREATE UNIQUE INDEX ledger_transfers_once_per_refund ON ledger_transfers
  (customer_app_id, refund_id, kind) WHERE refund_id IS NOT NULL;
-- An entry of a card processor moves money once; what a payout moved is corrected by differences.
CREATE UNIQUE INDEX ledger_transfers_once_per_processor_entry ON ledger_transfers
  (customer_app_id, processor_reference, kind)
  WHERE processor_reference IS NOT NULL
    AND kind NOT IN ('PROCESSOR_PAYOUT', 'PROCESSOR_PAYOUT_REVERSAL');
CREATE INDEX ledger_transfers_processor ON ledger_transfers
  (customer_app_id, processor_reference) WHERE processor_reference IS NOT NULL;
CREATE INDEX ledger_transfers_booked ON ledger_transfers
  (customer_app_id, currency, occurred_at, ledger_transfer_id);
SELECT pg_temp.tenant_table('ledger_transfers', worker => 'read', append_only => true);
SELECT pg_temp.keep_table('ledger_transfers', 'occurred_at', 2557);

CREATE TABLE ledger_checkpoints (
  customer_app_id text NOT NULL,
  ledger_account text NOT NULL,
  currency text NOT NULL,
  covers_before bigint NOT NULL,
  balance bigint NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_checkpoints_pkey
    PRIMARY KEY (customer_app_id, ledger_account, currency, covers_before),
  CONSTRAINT ledger_checkpoints_account_fkey
    FOREIGN KEY (customer_app_id, ledger_account, currency)
    REFERENCES ledger_accounts (customer_app_id, ledger_account, currency)
);
SELECT pg_temp.tenant_table(
  'ledger_checkpoints', worker => 'write', app => 'read', append_only => true);
SELECT pg_temp.read_in_retention('ledger_checkpoints');

-- The last check of each app's balances: what they lack to zero.
CREATE TABLE ledger_checks (
  customer_app_id text NOT NULL,
  currency text NOT NULL,
  drift bigint NOT NULL,
  checked_at timestamptz NOT NULL,
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (customer_app_id, currency)
);
SELECT pg_temp.tenant_table('ledger_checks', worker => 'none');

-- Money of a payment on its way back to the payer.

CREATE TABLE refunds (
  customer_app_id text NOT NULL,
  refund_id text NOT NULL,
  payment_id text NOT NULL,
  attempt_id text,
  kind text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  facts jsonb NOT NULL,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  charge jsonb,
  failure jsonb,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL DEFAULT 0,
  payout_id text,
  CONSTRAINT refunds_pkey PRIMARY KEY (customer_app_id, refund_id),
  CONSTRAINT refunds_amount_check CHECK (amount > 0),
  CONSTRAINT refunds_status_check CHECK
    (status IN ('CREATED', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVERSED'))
);
-- Money that nobody asked for goes back once, however often the gateway reports it.
CREATE UNIQUE INDEX refunds_one_unexpected_per_attempt ON refunds
  (customer_app_id, attempt_id) WHERE kind = 'UNEXPECTED_MONEY';
CREATE INDEX refunds_payment ON refunds (customer_app_id, payment_id);
CREATE INDEX refunds_updated_at ON refunds (customer_app_id, updated_at);
CREATE INDEX refunds_due ON refunds (follow_up_at) WHERE follow_up_at IS NOT NULL;
CREATE INDEX refunds_due_by_app ON refunds (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
CREATE UNIQUE INDEX refunds_payout ON refunds
  (customer_app_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX refunds_open_by_charge ON refunds
  (customer_app_id, (charge ->> 'reference')) WHERE status IN ('SUBMITTED', 'EXECUTED');
SELECT pg_temp.tenant_table('refunds', worker => 'read');
SELECT pg_temp.keep_table('refunds', 'updated_at', 2557);

SELECT pg_temp.history_table('refund_state_changes', 'refunds', 'refund_id', 2557);

-- Cards that payers submitted, by their address: limits count them.

CREATE TABLE card_submissions (
  customer_app_id text NOT NULL,
  attempt_id text NOT NULL,
  address_hash text NOT NULL,
  submitted_at timestamptz NOT NULL,
  CONSTRAINT card_submissions_pkey PRIMARY KEY (customer_app_id, attempt_id)
);
CREATE INDEX card_submissions_submitted_at ON card_submissions (submitted_at);
CREATE INDEX card_submissions_address ON card_submissions (address_hash, submitted_at);
SELECT pg_temp.tenant_table('card_submissions', worker => 'write');
SELECT pg_temp.read_in_retention('card_submissions');
-- The cards of an address count over all apps, and an app learns the number only.
CREATE FUNCTION card_submissions_of(
        text, OUT submitted bigint, OUT retry_after_s integer)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT count(*),
          ceil(extract(epoch FROM min(submitted_at) - (now() - interval '1 hour')))::int
        FROM card_submissions
        WHERE address_hash = $1 AND submitted_at > now() - interval '1 hour' $$;
SELECT pg_temp.only_for('app', 'card_submissions_of(text)');

-- What gateways that cannot be asked reported, verified.

CREATE TABLE gateway_notes (
  customer_app_id text NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  event_id text NOT NULL,
  reference text NOT NULL,
  about text NOT NULL,
  refund_reference text,
  answer jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT gateway_notes_pkey PRIMARY KEY
    (customer_app_id, integration_id, connector, event_id),
  CONSTRAINT gateway_notes_refund_check
    CHECK (about IN ('CHARGE', 'REFUND') AND (about = 'REFUND') = (refund_reference IS NOT NULL))
);
CREATE INDEX gateway_notes_reference ON gateway_notes (customer_app_id, reference);
CREATE INDEX gateway_notes_received_at ON gateway_notes USING brin (received_at);
-- The worker deletes what is too old.
SELECT pg_temp.tenant_table('gateway_notes', worker => 'write');

-- Charges of stored cards without the payer, and when their gateway is asked next.

CREATE TABLE charges (
  customer_app_id text NOT NULL,
  payment_id text NOT NULL,
  live boolean NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  gateway_reference text,
  gateway_account text,
  refusal jsonb,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT charges_pkey PRIMARY KEY (customer_app_id, payment_id),
  CONSTRAINT charges_payment_fkey FOREIGN KEY (customer_app_id, payment_id)
    REFERENCES payments (customer_app_id, payment_id)
);
CREATE INDEX charges_due ON charges (follow_up_at) WHERE follow_up_at IS NOT NULL;
CREATE INDEX charges_gateway_reference ON charges (gateway_reference)
  WHERE gateway_reference IS NOT NULL;
CREATE INDEX charges_due_by_app ON charges (customer_app_id, follow_up_at)
  WHERE follow_up_at IS NOT NULL;
SELECT pg_temp.tenant_table('charges', worker => 'read');
SELECT pg_temp.keep_table('charges', 'created_at', 2557);

-- What card gateways settled, how far it was read, and where our books differ from it.

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
  CONSTRAINT settled_entries_kind_check
    CHECK (kind IN ('CHARGE', 'REFUND', 'RETURN', 'PAYOUT', 'TRANSFER', 'REFUND_REVERSED',
      'PAYOUT_REVERSED', 'RETURN_REVERSED', 'DISPUTE', 'DISPUTE_REVERSED', 'OTHER_CREDIT',
      'OTHER_DEBIT', 'PROCESSOR_PAYOUT'))
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
  CONSTRAINT reconciliation_differences_kind_check CHECK
    (kind IN ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE', 'FEE', 'RATE',
      'PAYOUT_SUM', 'PAYOUT_FAILED')),
  CONSTRAINT reconciliation_differences_side_check
    CHECK (side IN ('CHARGE', 'REFUND', 'RETURN', 'PAYOUT', 'TRANSFER', 'REFUND_REVERSED',
      'PAYOUT_REVERSED', 'RETURN_REVERSED', 'DISPUTE', 'DISPUTE_REVERSED', 'OTHER_CREDIT',
      'OTHER_DEBIT', 'PROCESSOR_PAYOUT'))
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

-- What a card processor moved in the account that it keeps, and what it paid out of it.

CREATE TABLE processor_entries (
  customer_app_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  entry_id text NOT NULL,
  gateway_account text,
  kind text NOT NULL,
  reference text,
  payment_id text,
  payment_account_id text,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  currency text NOT NULL,
  presentment_amount bigint,
  presentment_currency text,
  rate numeric,
  is_of_payment boolean NOT NULL,
  is_counted boolean NOT NULL,
  payout_reference text,
  settled_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT processor_entries_pkey
    PRIMARY KEY (customer_app_id, app_type, integration_id, entry_id),
  CONSTRAINT processor_entries_kind_check
    CHECK (kind IN ('CHARGE', 'REFUND', 'REFUND_REVERSED', 'RETURN', 'DISPUTE',
      'DISPUTE_REVERSED', 'FEE', 'FEE_REVERSED', 'RESERVE', 'RESERVE_REVERSED',
      'PAYOUT', 'PAYOUT_REVERSED', 'OTHER_CREDIT', 'OTHER_DEBIT')),
  CONSTRAINT processor_entries_amount_check CHECK (amount >= 0)
);
CREATE INDEX processor_entries_payment ON processor_entries (customer_app_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX processor_entries_open ON processor_entries (customer_app_id, payment_id)
  WHERE NOT is_counted AND payment_id IS NOT NULL;
CREATE INDEX processor_entries_payout ON processor_entries
  (customer_app_id, payout_reference) WHERE payout_reference IS NOT NULL;
CREATE INDEX processor_entries_about_payout ON processor_entries (customer_app_id, reference)
  WHERE kind IN ('PAYOUT', 'PAYOUT_REVERSED');
CREATE INDEX processor_entries_unpaid ON processor_entries (settled_at)
  WHERE payout_reference IS NULL;
SELECT pg_temp.tenant_table('processor_entries', worker => 'read');
SELECT pg_temp.keep_table('processor_entries', 'settled_at', 2557);

CREATE TABLE processor_payouts (
  customer_app_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  payout_reference text NOT NULL,
  gateway_account text,
  payment_account_id text,
  status text NOT NULL,
  amount bigint NOT NULL,
  others bigint NOT NULL,
  is_explained boolean NOT NULL DEFAULT false,
  moved bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  failure text,
  started_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT processor_payouts_pkey
    PRIMARY KEY (customer_app_id, app_type, integration_id, payout_reference),
  CONSTRAINT processor_payouts_status_check CHECK (status IN ('PENDING', 'PAID', 'FAILED'))
);
SELECT pg_temp.tenant_table('processor_payouts', worker => 'none');
SELECT pg_temp.keep_table('processor_payouts', 'started_at', 2557);

-- Payment users whose person was erased: when, by whom and why.

CREATE TABLE payment_user_erasures (
  customer_app_id text NOT NULL,
  user_id text NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  erased_at timestamptz NOT NULL,
  CONSTRAINT payment_user_erasures_pkey PRIMARY KEY (customer_app_id, user_id),
  CONSTRAINT payment_user_erasures_user_fkey FOREIGN KEY (customer_app_id, user_id)
    REFERENCES payment_users (customer_app_id, user_id)
);
SELECT pg_temp.tenant_table('payment_user_erasures', worker => 'none', append_only => true);

-- Accounts of payment users, which payouts and mandates name.

CREATE TABLE external_accounts (
  customer_app_id text NOT NULL,
  account_id text NOT NULL,
  user_id text NOT NULL,
  institution_id text NOT NULL,
  holder_sealed bytea,
  last_four text,
  currencies text[] NOT NULL DEFAULT '{}',
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT external_accounts_pkey PRIMARY KEY (customer_app_id, account_id),
  CONSTRAINT external_accounts_deleted_check
    CHECK ((deleted_at IS NULL) = (holder_sealed IS NOT NULL)),
  CONSTRAINT external_accounts_last_four_check
    CHECK (last_four IS NULL OR holder_sealed IS NOT NULL)
);
CREATE INDEX external_accounts_newest ON external_accounts
  (customer_app_id, created_at, account_id) WHERE deleted_at IS NULL;
CREATE INDEX external_accounts_user ON external_accounts
  (customer_app_id, user_id, created_at, account_id) WHERE deleted_at IS NULL;
SELECT pg_temp.tenant_table('external_accounts', worker => 'none');

-- Charges of mandates: the request to the mandate, and what its bank answered.

CREATE TABLE mandate_charges (
  customer_app_id text NOT NULL,
  payment_id text NOT NULL,
  mandate_id text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  payment jsonb,
  bank jsonb NOT NULL,
  refusal jsonb,
  follow_up_at timestamptz,
  follow_ups_asked integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT mandate_charges_pkey PRIMARY KEY (customer_app_id, payment_id),
  CONSTRAINT mandate_charges_amount_check CHECK (amount > 0),
  CONSTRAINT mandate_charges_status_check CHECK (status IN ('STARTED', 'ACCEPTED', 'REFUSED'))
);
CREATE INDEX mandate_charges_follow_up ON mandate_charges
  (customer_app_id, follow_up_at) WHERE follow_up_at IS NOT NULL;
CREATE INDEX mandate_charges_due ON mandate_charges (follow_up_at) WHERE follow_up_at IS NOT NULL;
SELECT pg_temp.tenant_table('mandate_charges', worker => 'none');
SELECT pg_temp.read_in_retention('mandate_charges');
SELECT pg_temp.change_in_retention('mandate_charges', 'DELETE');
-- The worker reads all rows, and deletes refused charges.
GRANT SELECT, DELETE ON mandate_charges TO payment_link_worker;
CREATE POLICY mandate_charges_worker ON mandate_charges FOR SELECT
  TO payment_link_worker USING (true);
CREATE POLICY mandate_charges_refused ON mandate_charges FOR DELETE
  TO payment_link_worker USING (status = 'REFUSED');

-- What disputes do to the books: held, released, settled.

CREATE TABLE payment_disputes (
  customer_app_id text NOT NULL,
  dispute_id text NOT NULL,
  payment_id text NOT NULL,
  recipient_account_id text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  asked bigint NOT NULL DEFAULT 0,
  CONSTRAINT payment_disputes_pkey PRIMARY KEY (customer_app_id, dispute_id),
  CONSTRAINT payment_disputes_amounts_check CHECK (amount >= 0 AND fee >= 0),
  CONSTRAINT payment_disputes_status_check CHECK (status IN ('HELD', 'RELEASED', 'SETTLED')),
  CONSTRAINT payment_disputes_asked_check CHECK (asked >= 0)
);
CREATE INDEX payment_disputes_payment ON payment_disputes (customer_app_id, payment_id);
SELECT pg_temp.tenant_table('payment_disputes', worker => 'none');
SELECT pg_temp.keep_table('payment_disputes', 'updated_at', 2557);

SELECT pg_temp.history_table(
  'payment_dispute_state_changes', 'payment_disputes', 'dispute_id', 2557);

-- Money from settlement accounts to payment users, and what the ledger holds for it.

CREATE TABLE payouts (
  customer_app_id text NOT NULL,
  payout_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  live boolean NOT NULL,
  sender_account_id text NOT NULL,
  recipient_account_id text NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  integration_id text NOT NULL,
  connector text NOT NULL,
  mandate_id text,
  scheduled_date date,
  description text,
  external_transaction_reference text,
  metadata jsonb,
  failure jsonb,
  processor_reference text,
  bank_transaction_reference text,
  submitted_at timestamptz,
  executed_at timestamptz,
  due_at timestamptz,
  questions_asked integer NOT NULL,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  funding_payment_id text,
  fee_amount bigint NOT NULL DEFAULT 0,
  returned_at timestamptz,
  return_reason text,
  CONSTRAINT payouts_pkey PRIMARY KEY (customer_app_id, payout_id),
  CONSTRAINT payouts_amount_check CHECK (amount > 0),
  CONSTRAINT payouts_type_check CHECK (type IN ('MANUAL', 'SCHEDULED', 'SETTLEMENT', 'ON_DEMAND')),
  CONSTRAINT payouts_status_check CHECK (status IN ('CREATED', 'PROCESSING',
    'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED', 'EXECUTED', 'FAILED', 'CANCELLED')),
  CONSTRAINT payouts_returned_check CHECK (returned_at IS NULL OR status = 'EXECUTED'),
  CONSTRAINT payouts_fee_check CHECK (fee_amount >= 0)
);
CREATE INDEX payouts_created_at ON payouts USING brin (created_at);
CREATE INDEX payouts_newest ON payouts (customer_app_id, created_at, payout_id);
CREATE INDEX payouts_updated_at ON payouts (customer_app_id, updated_at);
CREATE INDEX payouts_user ON payouts (customer_app_id, user_id, created_at);
-- What waits for an instant: over all apps by real time, and per app for clocks that run ahead.
CREATE INDEX payouts_due ON payouts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payouts_due_by_app ON payouts (customer_app_id, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX payouts_funding_payment ON payouts
  (customer_app_id, funding_payment_id) WHERE funding_payment_id IS NOT NULL;
SELECT pg_temp.tenant_table('payouts', worker => 'read');
SELECT pg_temp.keep_table('payouts', 'updated_at', 2557);

SELECT pg_temp.history_table('payout_state_changes', 'payouts', 'payout_id', 2557);

-- Bills of an external billing system, and the payments that name them.

CREATE TABLE bills (
  customer_app_id text NOT NULL,
  bill_id text NOT NULL,
  integration_id text NOT NULL,
  external_bill_id text NOT NULL,
  user_id text NOT NULL,
  external_user_id text NOT NULL,
  bill_reference_id text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  bill_date timestamptz,
  due_date timestamptz,
  is_autopay_eligible boolean NOT NULL,
  ext_metadata jsonb,
  metadata jsonb,
  autopay_at timestamptz,
  autopay_payment_id text,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  autopay_setbacks integer NOT NULL DEFAULT 0,
  CONSTRAINT bills_pkey PRIMARY KEY (customer_app_id, bill_id),
  CONSTRAINT bills_source_key UNIQUE (customer_app_id, integration_id, external_bill_id),
  CONSTRAINT bills_reference_key UNIQUE (customer_app_id, user_id, currency, bill_reference_id),
  CONSTRAINT bills_amount_check CHECK (amount > 0),
  CONSTRAINT bills_status_check CHECK (status IN ('UNPAID', 'PAID', 'CANCELLED', 'FAILED'))
);
CREATE INDEX bills_list ON bills (customer_app_id, created_at, bill_id);
CREATE INDEX bills_autopay_due ON bills (autopay_at) WHERE autopay_at IS NOT NULL;
CREATE INDEX bills_autopay_due_of_app ON bills (customer_app_id, autopay_at)
  WHERE autopay_at IS NOT NULL;
SELECT pg_temp.tenant_table('bills', worker => 'read');

SELECT pg_temp.history_table('bill_state_changes', 'bills', 'bill_id');

-- Bank transfers of payers: what arrived, what became of it, and money that names no link.

-- An erasure empties the text of a transfer. An operator decides about unmatched money, once.
CREATE FUNCTION refuse_change_of_decided_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    decided constant text[] := ARRAY['reference', 'outcome', 'cause', 'payment_account_id',
      'payment_id', 'refund_id', 'decided_at', 'action_id'];
  BEGIN
    IF NEW.reference IS NULL AND to_jsonb(NEW) - 'reference' = to_jsonb(OLD) - 'reference' THEN
      RETURN NEW;
    END IF;
    IF OLD.outcome = 'UNMATCHED' AND NEW.action_id IS NOT NULL
      AND to_jsonb(NEW) - decided = to_jsonb(OLD) - decided THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END $$;

CREATE TABLE incoming_transfers (
  customer_app_id text NOT NULL,
  incoming_transfer_id text NOT NULL,
  reference text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  outcome text NOT NULL,
  cause text,
  payment_account_id text NOT NULL,
  payment_id text,
  refund_id text,
  received_at timestamptz NOT NULL,
  decided_at timestamptz,
  action_id text,
  CONSTRAINT incoming_transfers_pkey PRIMARY KEY (customer_app_id, incoming_transfer_id),
  CONSTRAINT incoming_transfers_amount_check CHECK (amount > 0),
  CONSTRAINT incoming_transfers_outcome_check
    CHECK (outcome IN ('PAID', 'OVERPAID', 'RETURNED', 'UNMATCHED')),
  CONSTRAINT incoming_transfers_matched_check
    CHECK ((outcome = 'UNMATCHED' OR cause IS NOT DISTINCT FROM 'NO_OWNER')
      = (payment_id IS NULL)),
  CONSTRAINT incoming_transfers_returned_check
    CHECK ((outcome IN ('OVERPAID', 'RETURNED') AND cause IS DISTINCT FROM 'NO_OWNER')
      = (refund_id IS NOT NULL)),
  CONSTRAINT incoming_transfers_no_owner_check
    CHECK (cause IS DISTINCT FROM 'NO_OWNER' OR (outcome = 'RETURNED' AND reference IS NULL)),
  CONSTRAINT incoming_transfers_decided_check
    CHECK ((decided_at IS NULL) = (action_id IS NULL)
      AND (outcome <> 'UNMATCHED' OR action_id IS NULL)
      AND (cause IS DISTINCT FROM 'NO_OWNER' OR action_id IS NOT NULL))
);
CREATE INDEX incoming_transfers_received_at ON incoming_transfers USING brin (received_at);
CREATE INDEX incoming_transfers_payment ON incoming_transfers
  (customer_app_id, payment_id) WHERE payment_id IS NOT NULL;
-- The list of operators; the ledger check adds it up.
CREATE INDEX incoming_transfers_unmatched ON incoming_transfers
  (customer_app_id, payment_account_id, currency) WHERE outcome = 'UNMATCHED';
-- A payment is paid by one transfer.
CREATE UNIQUE INDEX incoming_transfers_once_per_payment ON incoming_transfers
  (customer_app_id, payment_id) WHERE outcome IN ('PAID', 'OVERPAID');
SELECT pg_temp.tenant_table('incoming_transfers', worker => 'none', append_only => true);
SELECT pg_temp.keep_table('incoming_transfers', 'received_at', 2557);
GRANT UPDATE (reference, outcome, cause, payment_account_id, payment_id, refund_id, decided_at,
  action_id) ON incoming_transfers TO payment_link_app;
CREATE OR REPLACE TRIGGER incoming_transfers_kept BEFORE DELETE ON incoming_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('received_at', '2557');
CREATE TRIGGER incoming_transfers_unchanged BEFORE UPDATE ON incoming_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_decided_transfer();

-- How far the bills of each app were read at each billing system.

CREATE TABLE bill_sources (
  customer_app_id text NOT NULL,
  app_type text NOT NULL,
  integration_id text NOT NULL,
  read_until text,
  due_at timestamptz NOT NULL,
  CONSTRAINT bill_sources_pkey PRIMARY KEY (customer_app_id, app_type, integration_id),
  CONSTRAINT bill_sources_app_type_check CHECK (app_type IN ('TEST', 'LIVE'))
);
SELECT pg_temp.tenant_table('bill_sources', worker => 'read');

-- What operators search by, and the lists that they see of all apps. IDs, and references that are
-- unique in an app, are found through the keys: PostgreSQL skips from app to app in them.

CREATE INDEX payment_users_found_by_newest ON payment_users (created_at, user_id);
CREATE INDEX payment_users_found_in_app ON payment_users (customer_app_id, created_at, user_id);
CREATE INDEX payment_users_found_by_email ON payment_users (email_hash)
  WHERE email_hash IS NOT NULL;
CREATE INDEX payment_accounts_found_by_newest ON payment_accounts (created_at, account_id);
CREATE INDEX external_accounts_found_by_newest ON external_accounts (created_at, account_id);
CREATE INDEX external_accounts_found_in_app ON external_accounts (customer_app_id, created_at, account_id);
CREATE INDEX external_accounts_found_by_last_four ON external_accounts (last_four)
  WHERE last_four IS NOT NULL;
CREATE INDEX payment_methods_found_by_newest ON payment_methods (created_at, payment_method_id);
CREATE INDEX payment_methods_found_in_app ON payment_methods (customer_app_id, created_at, payment_method_id);
CREATE INDEX payment_methods_found_by_status ON payment_methods (status, created_at, payment_method_id);
CREATE INDEX payment_methods_found_by_last_four ON payment_methods (last_four)
  WHERE last_four IS NOT NULL;
CREATE INDEX payment_links_found_by_newest ON payment_links (created_at, payment_link_id);
CREATE INDEX payment_links_found_in_app ON payment_links (customer_app_id, created_at, payment_link_id);
CREATE INDEX payment_links_found_by_status ON payment_links (status, created_at, payment_link_id);
CREATE INDEX payment_links_found_by_amount ON payment_links (amount, currency, created_at);
CREATE INDEX payment_links_found_by_transaction ON payment_links (external_transaction_reference)
  WHERE external_transaction_reference IS NOT NULL;
CREATE INDEX payments_found_by_newest ON payments (created_at, payment_id);
CREATE INDEX payments_found_by_status ON payments (status, created_at, payment_id);
CREATE INDEX payments_found_by_amount ON payments (amount, currency, created_at);
CREATE INDEX payments_found_by_transaction ON payments (external_transaction_reference)
  WHERE external_transaction_reference IS NOT NULL;
CREATE INDEX payments_found_by_bank ON payments (bank_transaction_reference)
  WHERE bank_transaction_reference IS NOT NULL;
CREATE INDEX payments_found_by_processor ON payments (processor_reference)
  WHERE processor_reference IS NOT NULL;
CREATE INDEX payments_found_by_last_four ON payments (last_four)
  WHERE last_four IS NOT NULL;
CREATE INDEX refunds_found_by_newest ON refunds (created_at, refund_id);
CREATE INDEX refunds_found_in_app ON refunds (customer_app_id, created_at, refund_id);
CREATE INDEX refunds_found_by_status ON refunds (status, created_at, refund_id);
CREATE INDEX refunds_found_by_amount ON refunds (amount, currency, created_at);
CREATE INDEX payouts_found_by_newest ON payouts (created_at, payout_id);
CREATE INDEX payouts_found_by_status ON payouts (status, created_at, payout_id);
CREATE INDEX payouts_found_by_amount ON payouts (amount, currency, created_at);
CREATE INDEX payouts_found_by_transaction ON payouts (external_transaction_reference)
  WHERE external_transaction_reference IS NOT NULL;
CREATE INDEX payouts_found_by_processor ON payouts (processor_reference)
  WHERE processor_reference IS NOT NULL;
CREATE INDEX payouts_found_by_bank ON payouts (bank_transaction_reference)
  WHERE bank_transaction_reference IS NOT NULL;
CREATE INDEX bills_found_by_newest ON bills (created_at, bill_id);
CREATE INDEX bills_found_by_status ON bills (status, created_at, bill_id);
CREATE INDEX bills_found_by_amount ON bills (amount, currency, created_at);
CREATE INDEX bills_found_by_source ON bills (external_bill_id);
CREATE INDEX bills_found_by_reference ON bills (bill_reference_id);
CREATE INDEX incoming_transfers_found_by_newest ON incoming_transfers
  (received_at, incoming_transfer_id);
CREATE INDEX incoming_transfers_found_in_app ON incoming_transfers
  (customer_app_id, received_at, incoming_transfer_id);
CREATE INDEX incoming_transfers_found_by_status ON incoming_transfers
  (outcome, received_at, incoming_transfer_id);
CREATE INDEX incoming_transfers_found_by_amount ON incoming_transfers
  (amount, currency, received_at);
CREATE INDEX incoming_transfers_found_by_reference ON incoming_transfers (reference)
  WHERE reference IS NOT NULL;
CREATE INDEX mandate_charges_found_by_mandate ON mandate_charges
  (customer_app_id, mandate_id, created_at);
SELECT pg_temp.operators_read('payment_users', 'autopay_consent_changes', 'payment_user_erasures',
  'payment_accounts', 'external_accounts', 'payment_methods', 'payment_method_state_changes',
  'forgotten_cards', 'payment_links', 'payment_link_state_changes', 'payment_attempts',
  'payment_attempt_state_changes', 'payments', 'payment_state_changes', 'charges',
  'mandate_charges', 'gateway_notes', 'incoming_transfers', 'processor_entries',
  'processor_payouts', 'refunds', 'refund_state_changes', 'payouts', 'payout_state_changes',
  'bills', 'bill_state_changes', 'payment_disputes', 'payment_dispute_state_changes',
  'ledger_transfers', 'ledger_checks', 'reconciliation_differences');

-- Retention: each function deletes or empties at most `$1` rows with all that depends on them.
-- Money, histories and consents stay for 7 years, of which two are leap years: 2,557 days.

CREATE FUNCTION delete_old_payments(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, payment_id FROM payments p
    WHERE created_at < now() - interval '2557 days' AND updated_at < now() - interval '2557 days'
      AND NOT EXISTS (SELECT FROM payment_state_changes c
        WHERE c.customer_app_id = p.customer_app_id AND c.payment_id = p.payment_id
          AND c.occurred_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM refunds r
        WHERE r.customer_app_id = p.customer_app_id AND r.payment_id = p.payment_id
          AND (r.updated_at >= now() - interval '2557 days' OR EXISTS (SELECT FROM refund_state_changes c
            WHERE c.customer_app_id = r.customer_app_id AND c.refund_id = r.refund_id
              AND c.occurred_at >= now() - interval '2557 days')))
      AND NOT EXISTS (SELECT FROM settled_entries s
        WHERE s.customer_app_id = p.customer_app_id AND s.subject = p.payment_id
          AND s.settled_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM reconciliation_differences d
        WHERE d.customer_app_id = p.customer_app_id AND d.subject = p.payment_id
          AND (d.found_at >= now() - interval '2557 days' OR d.closed_at IS NULL))
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
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_payments(integer)');

CREATE FUNCTION delete_old_payment_methods(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, payment_method_id FROM payment_methods m
    WHERE created_at < now() - interval '2557 days' AND updated_at < now() - interval '2557 days' AND status <> 'SUCCEEDED'
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = m.customer_app_id AND p.user_id = m.user_id
          AND p.payment_method_id = m.payment_method_id)
      AND NOT EXISTS (SELECT FROM payment_method_state_changes c
        WHERE c.customer_app_id = m.customer_app_id
          AND c.payment_method_id = m.payment_method_id AND c.occurred_at >= now() - interval '2557 days')
    LIMIT $1),
  no_changes AS (DELETE FROM payment_method_state_changes
    WHERE (customer_app_id, payment_method_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payment_methods
    WHERE (customer_app_id, payment_method_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_payment_methods(integer)');

CREATE FUNCTION delete_old_payment_links(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, payment_link_id FROM payment_links l
    WHERE created_at < now() - interval '2557 days' AND updated_at < now() - interval '2557 days'
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = l.customer_app_id AND p.payment_link_id = l.payment_link_id)
      AND NOT EXISTS (SELECT FROM payment_methods m
        WHERE m.customer_app_id = l.customer_app_id AND m.payment_link_id = l.payment_link_id)
      AND NOT EXISTS (SELECT FROM payment_link_state_changes c
        WHERE c.customer_app_id = l.customer_app_id AND c.payment_link_id = l.payment_link_id
          AND c.occurred_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM payment_attempts a
        WHERE a.customer_app_id = l.customer_app_id AND a.payment_link_id = l.payment_link_id
          AND (a.updated_at >= now() - interval '2557 days' OR EXISTS (SELECT FROM payment_attempt_state_changes c
            WHERE c.customer_app_id = a.customer_app_id AND c.attempt_id = a.attempt_id
              AND c.occurred_at >= now() - interval '2557 days')))
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
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_payment_links(integer)');

CREATE FUNCTION delete_old_processor_entries(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, app_type, integration_id, entry_id FROM processor_entries
    WHERE settled_at < now() - interval '2557 days' LIMIT $1),
  gone AS (DELETE FROM processor_entries
    WHERE (customer_app_id, app_type, integration_id, entry_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_processor_entries(integer)');

CREATE FUNCTION delete_old_processor_payouts(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, app_type, integration_id, payout_reference FROM processor_payouts p
    WHERE started_at < now() - interval '2557 days'
      AND NOT EXISTS (SELECT FROM processor_entries e
        WHERE e.customer_app_id = p.customer_app_id AND e.payout_reference = p.payout_reference)
      AND NOT EXISTS (SELECT FROM reconciliation_differences d
        WHERE d.customer_app_id = p.customer_app_id AND d.subject = p.payout_reference
          AND (d.found_at >= now() - interval '2557 days' OR d.closed_at IS NULL))
    LIMIT $1),
  no_settled AS (DELETE FROM settled_entries
    WHERE (customer_app_id, app_type, integration_id, subject) IN (SELECT * FROM old)),
  no_differences AS (DELETE FROM reconciliation_differences
    WHERE (customer_app_id, app_type, integration_id, subject) IN (SELECT * FROM old)),
  gone AS (DELETE FROM processor_payouts
    WHERE (customer_app_id, app_type, integration_id, payout_reference)
      IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_processor_payouts(integer)');

CREATE FUNCTION delete_old_ledger_transfers(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, ledger_transfer_id FROM ledger_transfers t
    WHERE occurred_at < now() - interval '2557 days' AND kind <> 'OPENING_BALANCE'
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.customer_app_id = t.customer_app_id AND p.payment_id = t.payment_id)
      AND NOT EXISTS (SELECT FROM processor_entries e
        WHERE e.customer_app_id = t.customer_app_id
          AND e.integration_id || ' ' || e.entry_id = t.processor_reference)
      AND NOT EXISTS (SELECT FROM processor_payouts o
        WHERE o.customer_app_id = t.customer_app_id
          AND o.integration_id || ' ' || o.payout_reference = t.processor_reference)
      AND EXISTS (SELECT FROM ledger_checkpoints c
        WHERE c.customer_app_id = t.customer_app_id AND c.ledger_account = t.debit_account
          AND c.currency = t.currency AND c.covers_before > t.written_by)
      AND EXISTS (SELECT FROM ledger_checkpoints c
        WHERE c.customer_app_id = t.customer_app_id AND c.ledger_account = t.credit_account
          AND c.currency = t.currency AND c.covers_before > t.written_by)
    LIMIT $1),
  gone AS (DELETE FROM ledger_transfers
    WHERE (customer_app_id, ledger_transfer_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_ledger_transfers(integer)');

CREATE FUNCTION delete_old_consents(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, user_id, sequence FROM autopay_consent_changes c
    WHERE occurred_at < now() - interval '2557 days'
      AND (NOT autopay_consent OR EXISTS (SELECT FROM autopay_consent_changes later
        WHERE later.customer_app_id = c.customer_app_id AND later.user_id = c.user_id
          AND later.sequence > c.sequence AND later.occurred_at < now() - interval '2557 days'))
    LIMIT $1),
  gone AS (DELETE FROM autopay_consent_changes
    WHERE (customer_app_id, user_id, sequence) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_consents(integer)');

CREATE FUNCTION delete_old_payment_disputes(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, dispute_id FROM payment_disputes d
    WHERE updated_at < now() - interval '2557 days'
      AND NOT EXISTS (SELECT FROM payment_dispute_state_changes c
        WHERE c.customer_app_id = d.customer_app_id AND c.dispute_id = d.dispute_id
          AND occurred_at >= now() - interval '2557 days')
    LIMIT $1),
  changes AS (DELETE FROM payment_dispute_state_changes
    WHERE (customer_app_id, dispute_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payment_disputes
    WHERE (customer_app_id, dispute_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_payment_disputes(integer)');

CREATE FUNCTION delete_old_payouts(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, payout_id FROM payouts p
    WHERE created_at < now() - interval '2557 days' AND updated_at < now() - interval '2557 days'
      AND status IN ('EXECUTED', 'FAILED', 'CANCELLED')
      AND NOT EXISTS (SELECT FROM payout_state_changes c
        WHERE c.customer_app_id = p.customer_app_id AND c.payout_id = p.payout_id
          AND c.occurred_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM settled_entries s
        WHERE s.customer_app_id = p.customer_app_id AND s.subject = p.payout_id
          AND s.settled_at >= now() - interval '2557 days')
      AND NOT EXISTS (SELECT FROM reconciliation_differences d
        WHERE d.customer_app_id = p.customer_app_id AND d.subject = p.payout_id
          AND (d.found_at >= now() - interval '2557 days' OR d.closed_at IS NULL))
    LIMIT $1),
  no_settled AS (DELETE FROM settled_entries
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_differences AS (DELETE FROM reconciliation_differences
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_changes AS (DELETE FROM payout_state_changes
    WHERE (customer_app_id, payout_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payouts
    WHERE (customer_app_id, payout_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_payouts(integer)');

CREATE FUNCTION delete_old_incoming_transfers(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT customer_app_id, incoming_transfer_id FROM incoming_transfers
    WHERE received_at < now() - interval '2557 days' AND outcome <> 'UNMATCHED' LIMIT $1),
  gone AS (DELETE FROM incoming_transfers
    WHERE (customer_app_id, incoming_transfer_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_incoming_transfers(integer)');
