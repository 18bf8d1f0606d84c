-- Login identities: one login of one user at one institution, and how far its data is.

CREATE TABLE login_identities (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  live boolean NOT NULL,
  user_id text NOT NULL,
  institution_id text NOT NULL,
  state text,
  history_date_limit date,
  status text NOT NULL,
  sequence bigint NOT NULL,
  authentication_status text NOT NULL,
  authentication_sequence bigint NOT NULL,
  session_status text NOT NULL,
  session_sequence bigint NOT NULL,
  session_id text NOT NULL,
  linking_attempt_id text NOT NULL,
  authentication_id text,
  username_hash_id text,
  event_name text,
  event_date timestamptz,
  authentication_details text,
  authentication_updated_at timestamptz,
  authenticated_at timestamptz,
  products jsonb NOT NULL,
  progress jsonb NOT NULL,
  failure jsonb,
  action jsonb,
  stores_credentials boolean NOT NULL,
  refreshes_without_user boolean NOT NULL,
  automatic_refresh text NOT NULL,
  permission_granted_at timestamptz NOT NULL,
  permission_expires_at timestamptz,
  permission_expired boolean NOT NULL,
  permission_watched boolean NOT NULL,
  next_refresh_at timestamptz,
  first_success timestamptz,
  last_success timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  erasure_due_at timestamptz,
  proposal jsonb,
  CONSTRAINT login_identities_pkey PRIMARY KEY (customer_app_id, login_identity_id),
  CONSTRAINT login_identities_status_check CHECK (status IN ('ERROR', 'LINKING',
    'AUTHENTICATING', 'CONNECTION_IN_PROGRESS', 'CONNECTION_COMPLETE',
    'DATA_RETRIEVAL_IN_PROGRESS', 'DATA_AVAILABLE', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
    'DATA_RETRIEVAL_COMPLETE', 'REFRESHING', 'UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED')),
  CONSTRAINT login_identities_authentication_check CHECK (authentication_status IN (
    'LINKING', 'AUTHENTICATING', 'AUTHENTICATED', 'AUTHENTICATE_FAILED',
    'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
    'AUTHENTICATION_TOO_MANY_ATTEMPTS')),
  CONSTRAINT login_identities_session_check CHECK (
    session_status IN ('IN_PROGRESS', 'COMPLETED', 'UNLINKED')),
  CONSTRAINT login_identities_automatic_refresh_check CHECK (
    automatic_refresh IN ('ON', 'OFF', 'FORCED_ON'))
);
CREATE INDEX login_identities_created_at ON login_identities USING brin (created_at);
CREATE INDEX login_identities_refresh_due ON login_identities (next_refresh_at)
  WHERE next_refresh_at IS NOT NULL;
CREATE INDEX login_identities_app_refresh_due
  ON login_identities (customer_app_id, next_refresh_at)
  WHERE next_refresh_at IS NOT NULL;
CREATE INDEX login_identities_permission_due ON login_identities (permission_expires_at)
  WHERE permission_watched;
CREATE INDEX login_identities_app_permission_due
  ON login_identities (customer_app_id, permission_expires_at)
  WHERE permission_watched;
CREATE INDEX login_identities_erasure_due ON login_identities (erasure_due_at)
  WHERE erasure_due_at IS NOT NULL;
CREATE INDEX login_identities_app_erasure_due ON login_identities (customer_app_id, erasure_due_at)
  WHERE erasure_due_at IS NOT NULL;
SELECT pg_temp.tenant_table('login_identities', worker => 'read');

CREATE TABLE login_identity_state_changes (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  machine text NOT NULL,
  sequence bigint NOT NULL,
  from_status text,
  command text NOT NULL,
  to_status text NOT NULL,
  reason text,
  occurred_at timestamptz NOT NULL,
  CONSTRAINT login_identity_state_changes_pkey
    PRIMARY KEY (customer_app_id, login_identity_id, machine, sequence),
  CONSTRAINT login_identity_state_changes_login_identity_fkey
    FOREIGN KEY (customer_app_id, login_identity_id)
    REFERENCES login_identities (customer_app_id, login_identity_id)
);
SELECT pg_temp.tenant_table('login_identity_state_changes', worker => 'none', append_only => true);

-- Keys that users encrypt to, kept credentials, consents, and the jobs of login identities.

CREATE TABLE link_keys (
  key_id text NOT NULL,
  public_key jsonb NOT NULL,
  private_key_sealed bytea NOT NULL,
  published_at timestamptz NOT NULL,
  used_from timestamptz NOT NULL,
  retired_at timestamptz,
  CONSTRAINT link_keys_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table('link_keys', worker => 'write', app => 'none');

CREATE TABLE link_key_distrusts (
  key_id text NOT NULL,
  actor text NOT NULL,
  reason text,
  distrusted_at timestamptz NOT NULL,
  CONSTRAINT link_key_distrusts_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table(
  'link_key_distrusts', worker => 'write', app => 'none', append_only => true);

CREATE TABLE login_credentials (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  session_id text NOT NULL,
  credentials_sealed bytea,
  bank_session_sealed bytea,
  updated_at timestamptz NOT NULL,
  CONSTRAINT login_credentials_pkey PRIMARY KEY (customer_app_id, login_identity_id),
  CONSTRAINT login_credentials_login_identity_fkey FOREIGN KEY (customer_app_id, login_identity_id)
    REFERENCES login_identities (customer_app_id, login_identity_id)
);
SELECT pg_temp.tenant_table('login_credentials', worker => 'none');

CREATE TABLE link_consents (
  customer_app_id text NOT NULL,
  consent_id text NOT NULL,
  login_identity_id text NOT NULL,
  session_id text NOT NULL,
  given_at timestamptz NOT NULL,
  given_through text NOT NULL,
  text_version text,
  text_language text,
  text_sha256 text,
  products jsonb NOT NULL,
  stores_credentials boolean NOT NULL,
  automatic_refresh text NOT NULL,
  institution_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  CONSTRAINT link_consents_pkey PRIMARY KEY (customer_app_id, consent_id),
  CONSTRAINT link_consents_login_identity_fkey FOREIGN KEY (customer_app_id, login_identity_id)
    REFERENCES login_identities (customer_app_id, login_identity_id)
);
CREATE INDEX link_consents_login_identity ON link_consents (customer_app_id, login_identity_id);
SELECT pg_temp.tenant_table('link_consents', worker => 'none', append_only => true);

CREATE TABLE link_jobs (
  customer_app_id text NOT NULL,
  job_id text NOT NULL,
  login_identity_id text NOT NULL,
  session_id text NOT NULL,
  kind text NOT NULL,
  product text,
  step jsonb,
  due_at timestamptz NOT NULL,
  deadline_at timestamptz NOT NULL,
  claim bigint NOT NULL,
  failures integer NOT NULL,
  cursor text,
  sealed bytea,
  created_at timestamptz NOT NULL,
  leased_until timestamptz,
  CONSTRAINT link_jobs_pkey PRIMARY KEY (customer_app_id, job_id),
  CONSTRAINT link_jobs_kind_check CHECK (kind IN ('LOGIN', 'RETRIEVAL', 'UNLINK')),
  CONSTRAINT link_jobs_login_identity_fkey FOREIGN KEY (customer_app_id, login_identity_id)
    REFERENCES login_identities (customer_app_id, login_identity_id)
);
CREATE INDEX link_jobs_due ON link_jobs (due_at);
CREATE INDEX link_jobs_app_due ON link_jobs (customer_app_id, due_at);
CREATE INDEX link_jobs_login_identity ON link_jobs (customer_app_id, login_identity_id);
SELECT pg_temp.tenant_table('link_jobs', worker => 'read');

-- Sessions of the hosted link page, with what the customer app asked for.

CREATE TABLE hosted_links (
  customer_app_id text NOT NULL,
  session_id text NOT NULL,
  mode text NOT NULL,
  request jsonb NOT NULL,
  login_identity_id text,
  link_session_id text,
  opened_at timestamptz,
  left_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT hosted_links_pkey PRIMARY KEY (customer_app_id, session_id),
  CONSTRAINT hosted_links_mode_check CHECK (mode IN ('LINK', 'RELINK', 'REFRESH'))
);
CREATE INDEX hosted_links_created_at ON hosted_links (created_at);
CREATE INDEX hosted_links_login ON hosted_links (customer_app_id, link_session_id)
  WHERE link_session_id IS NOT NULL;
SELECT pg_temp.tenant_table('hosted_links', worker => 'write');

-- The data of login identities, as banks sent it. Every key begins with the customer app and the
-- login identity. Names, numbers and files are sealed under the key of the login identity.

CREATE TABLE accounts (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  account_id text NOT NULL,
  group_id text NOT NULL,
  name text NOT NULL,
  nickname text,
  type text NOT NULL,
  subtype text NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  parent_id text,
  is_parent boolean NOT NULL,
  is_closed boolean NOT NULL,
  balances jsonb NOT NULL,
  sealed bytea NOT NULL,
  payment_number bytea,
  card jsonb,
  card_updated_at timestamptz,
  transaction_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  bank_order integer,
  CONSTRAINT accounts_pkey PRIMARY KEY (customer_app_id, login_identity_id, account_id)
);
SELECT pg_temp.tenant_table('accounts', worker => 'none');

CREATE TABLE transactions (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  transaction_id text NOT NULL,
  account_id text NOT NULL,
  is_pending boolean NOT NULL,
  posted_date date,
  occurred_at timestamptz NOT NULL,
  amount numeric NOT NULL,
  currency text NOT NULL,
  running_balance numeric,
  raw text,
  description text NOT NULL,
  location text,
  reference text,
  retrieval_id text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT transactions_pkey PRIMARY KEY (customer_app_id, login_identity_id, transaction_id)
);
CREATE INDEX transactions_by_time ON transactions
  (customer_app_id, login_identity_id, occurred_at, transaction_id);
CREATE INDEX transactions_by_account ON transactions
  (customer_app_id, login_identity_id, account_id, occurred_at, transaction_id);
CREATE INDEX transactions_pending ON transactions (customer_app_id, login_identity_id)
  WHERE is_pending;
SELECT pg_temp.tenant_table('transactions', worker => 'none');

CREATE TABLE account_balances (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  amount numeric NOT NULL,
  currency text NOT NULL,
  CONSTRAINT account_balances_pkey
    PRIMARY KEY (customer_app_id, login_identity_id, account_id, date)
);
SELECT pg_temp.tenant_table('account_balances', worker => 'none');

CREATE TABLE statements (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  statement_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  name text NOT NULL,
  sealed_file bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT statements_pkey PRIMARY KEY (customer_app_id, login_identity_id, statement_id)
);
SELECT pg_temp.tenant_table('statements', worker => 'none');

CREATE TABLE identities (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  sealed bytea NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (customer_app_id, login_identity_id)
);
SELECT pg_temp.tenant_table('identities', worker => 'none');

-- The file of all statements is made once, and kept until the statements change.

CREATE TABLE composite_statements (
  customer_app_id text NOT NULL,
  login_identity_id text NOT NULL,
  part integer NOT NULL,
  composite_id text NOT NULL,
  statement_ids text[] NOT NULL,
  bytes integer NOT NULL,
  parts integer NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT composite_statements_pkey PRIMARY KEY (customer_app_id, login_identity_id, part)
);
SELECT pg_temp.tenant_table('composite_statements', worker => 'none');

-- A payload of a user has one effect, and guesses of logins are limited, over all apps.

CREATE TABLE used_payloads (
  customer_app_id text NOT NULL,
  mark bytea NOT NULL,
  used_at timestamptz NOT NULL,
  CONSTRAINT used_payloads_pkey PRIMARY KEY (customer_app_id, mark)
);
-- No app sees the row of another, and this index sees them all.
CREATE UNIQUE INDEX used_payloads_mark ON used_payloads (mark);
CREATE INDEX used_payloads_used_at ON used_payloads (used_at);
SELECT pg_temp.tenant_table('used_payloads', worker => 'write', app => 'append');

CREATE TABLE payload_answers (
  customer_app_id text NOT NULL,
  mark bytea NOT NULL,
  login_identity_id text NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT payload_answers_pkey PRIMARY KEY (customer_app_id, mark)
);
CREATE INDEX payload_answers_expires_at ON payload_answers (expires_at);
SELECT pg_temp.tenant_table('payload_answers', worker => 'write', app => 'append');

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

-- What operators search by. They read nothing of what institutions sent.

CREATE INDEX login_identities_found_by_id ON login_identities (login_identity_id);
CREATE INDEX login_identities_found_by_newest ON login_identities (created_at, login_identity_id);
CREATE INDEX login_identities_found_by_app ON login_identities
  (customer_app_id, created_at, login_identity_id);
CREATE INDEX login_identities_found_by_user ON login_identities (user_id, created_at);
CREATE INDEX login_identities_found_by_session ON login_identities (session_id);
CREATE INDEX login_identities_found_by_attempt ON login_identities (linking_attempt_id);
CREATE INDEX login_identities_found_by_login ON login_identities (authentication_id)
  WHERE authentication_id IS NOT NULL;
CREATE INDEX link_consents_found_by_session ON link_consents (session_id);
SELECT pg_temp.operators_read('login_identities', 'login_identity_state_changes', 'link_consents',
  'link_jobs', 'hosted_links');
