-- Customer apps, their secrets and the record of who changed what. Columns end apps, secrets and
-- keys: no role deletes them.

CREATE TABLE customer_apps (
  customer_app_id text NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  app_type text NOT NULL,
  status text NOT NULL,
  credential_generation integer NOT NULL,
  scopes text[] NOT NULL,
  redirect_uris text[] NOT NULL,
  settings jsonb NOT NULL,
  clock_offset_ms bigint NOT NULL,
  clock_frozen_at timestamptz,
  keeps_real_time boolean NOT NULL DEFAULT false,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  pkce text NOT NULL DEFAULT 'REQUIRED',
  CONSTRAINT customer_apps_pkey PRIMARY KEY (customer_app_id),
  CONSTRAINT customer_apps_client_id_key UNIQUE (client_id),
  CONSTRAINT customer_apps_app_type_check CHECK (app_type IN ('TEST', 'LIVE')),
  CONSTRAINT customer_apps_status_check CHECK (status IN ('ENABLED', 'DISABLED')),
  CONSTRAINT customer_apps_pkce_check CHECK (pkce IN ('REQUIRED', 'OPTIONAL'))
);
SELECT pg_temp.tenant_table('customer_apps', worker => 'change', app => 'read');

-- A secret is known by its keyed hash only; with an overlap two are valid at a time.
CREATE TABLE client_secrets (
  customer_app_id text NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  valid_until timestamptz,
  CONSTRAINT client_secrets_pkey PRIMARY KEY (customer_app_id, secret_hash),
  CONSTRAINT client_secrets_app_fkey FOREIGN KEY (customer_app_id)
    REFERENCES customer_apps (customer_app_id)
);
SELECT pg_temp.tenant_table('client_secrets', worker => 'change', app => 'none');

CREATE TABLE customer_app_changes (
  customer_app_id text NOT NULL,
  sequence bigint NOT NULL,
  command text NOT NULL,
  actor text NOT NULL,
  details jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  CONSTRAINT customer_app_changes_pkey PRIMARY KEY (customer_app_id, sequence),
  CONSTRAINT customer_app_changes_app_fkey FOREIGN KEY (customer_app_id)
    REFERENCES customer_apps (customer_app_id)
);
SELECT pg_temp.tenant_table(
  'customer_app_changes', worker => 'write', app => 'read', append_only => true);

-- Keys that sign access tokens; they belong to no customer app, so only the worker reads them.

CREATE TABLE signing_keys (
  key_id text NOT NULL,
  public_key jsonb NOT NULL,
  private_key_sealed bytea NOT NULL,
  published_at timestamptz NOT NULL,
  signs_from timestamptz NOT NULL,
  retired_at timestamptz,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table('signing_keys', worker => 'change', app => 'none');

-- The record of signing keys that an operator ended.

CREATE TABLE signing_key_distrusts (
  key_id text NOT NULL,
  actor text NOT NULL,
  reason text,
  distrusted_at timestamptz NOT NULL,
  CONSTRAINT signing_key_distrusts_pkey PRIMARY KEY (key_id)
);
SELECT pg_temp.tenant_table(
  'signing_key_distrusts', worker => 'write', app => 'none', append_only => true);

-- What a move of a test app's clock has left to do. A row stays with its app.

CREATE TABLE clock_moves (
  customer_app_id text NOT NULL,
  target_at timestamptz,
  advance_seconds integer,
  frozen boolean NOT NULL,
  settled boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT clock_moves_pkey PRIMARY KEY (customer_app_id),
  CONSTRAINT clock_moves_app_fkey FOREIGN KEY (customer_app_id)
    REFERENCES customer_apps (customer_app_id)
);
CREATE INDEX clock_moves_unsettled ON clock_moves (updated_at) WHERE NOT settled;
SELECT pg_temp.tenant_table('clock_moves', worker => 'change', app => 'none');

-- Accounts of customer apps at processors. The keys are sealed as one value; a call-back names its
-- endpoint, which no two accounts share.

CREATE TABLE gateway_accounts (
  customer_app_id text NOT NULL,
  connector text NOT NULL,
  endpoint_id text NOT NULL,
  live boolean NOT NULL,
  gateway_account text,
  keys_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT gateway_accounts_pkey PRIMARY KEY (customer_app_id, connector),
  CONSTRAINT gateway_accounts_endpoint_key UNIQUE (connector, endpoint_id),
  CONSTRAINT gateway_accounts_app_fkey FOREIGN KEY (customer_app_id)
    REFERENCES customer_apps (customer_app_id)
);
SELECT pg_temp.tenant_table('gateway_accounts', worker => 'change', app => 'none');

CREATE TABLE gateway_account_changes (
  customer_app_id text NOT NULL,
  change_id text NOT NULL,
  connector text NOT NULL,
  command text NOT NULL,
  actor text NOT NULL,
  details jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  CONSTRAINT gateway_account_changes_pkey PRIMARY KEY (customer_app_id, change_id),
  CONSTRAINT gateway_account_changes_account_fkey FOREIGN KEY (customer_app_id, connector)
    REFERENCES gateway_accounts (customer_app_id, connector)
);
SELECT pg_temp.tenant_table(
  'gateway_account_changes', worker => 'write', app => 'none', append_only => true);

-- Copies of the seals of the audit of each service, kept as long as seals.

CREATE TABLE audit_seal_copies (
  service text NOT NULL,
  seal_number bigint NOT NULL,
  entry_count integer NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT audit_seal_copies_pkey PRIMARY KEY (service, seal_number)
);
CREATE INDEX audit_seal_copies_received_at ON audit_seal_copies (received_at);
SELECT pg_temp.tenant_table(
  'audit_seal_copies', worker => 'write', app => 'none', append_only => true);
SELECT pg_temp.keep_table('audit_seal_copies', 'received_at', 2557);

CREATE FUNCTION delete_old_audit_seal_copies(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT service, seal_number FROM audit_seal_copies
    WHERE received_at < now() - interval '2557 days' LIMIT $1),
  gone AS (DELETE FROM audit_seal_copies
    WHERE (service, seal_number) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_audit_seal_copies(integer)');

-- Codes of hosted links, and the refresh tokens of login identities: keyed hashes only.

CREATE TABLE refresh_families (
  customer_app_id text NOT NULL,
  family_id text NOT NULL,
  login_identity_id text NOT NULL,
  scopes jsonb NOT NULL,
  ended_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  authentication_id text,
  first_pair_sealed bytea,
  CONSTRAINT refresh_families_pkey PRIMARY KEY (customer_app_id, family_id)
);
CREATE INDEX refresh_families_expires_at ON refresh_families (expires_at);
-- A login has one first pair of tokens, however often it is requested.
CREATE UNIQUE INDEX refresh_families_authentication ON refresh_families
  (customer_app_id, authentication_id) WHERE authentication_id IS NOT NULL;
SELECT pg_temp.tenant_table('refresh_families', worker => 'write', app => 'none');

CREATE TABLE refresh_tokens (
  customer_app_id text NOT NULL,
  token_hash text NOT NULL,
  family_id text NOT NULL,
  used_at timestamptz,
  successor_sealed bytea,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (customer_app_id, token_hash),
  CONSTRAINT refresh_tokens_family_fkey FOREIGN KEY (customer_app_id, family_id)
    REFERENCES refresh_families (customer_app_id, family_id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (customer_app_id, family_id);
-- A token is deleted with its family.
SELECT pg_temp.tenant_table('refresh_tokens', worker => 'change', app => 'none');

CREATE TABLE link_codes (
  customer_app_id text NOT NULL,
  code_hash text NOT NULL,
  login_identity_id text NOT NULL,
  scopes jsonb NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text,
  code_challenge_method text,
  used_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  session_id text,
  code_sealed bytea,
  CONSTRAINT link_codes_pkey PRIMARY KEY (customer_app_id, code_hash)
);
CREATE INDEX link_codes_expires_at ON link_codes (expires_at);
-- A page session has one code, however often it is requested.
CREATE UNIQUE INDEX link_codes_session ON link_codes (customer_app_id, session_id)
  WHERE session_id IS NOT NULL;
SELECT pg_temp.tenant_table('link_codes', worker => 'write', app => 'none');

-- Sessions of operators at the console. They belong to no customer app, so only the worker reads
-- them; the cookie is known by its hash only.

CREATE TABLE console_sessions (
  session_id text NOT NULL,
  cookie_hash text NOT NULL,
  subject text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  apps jsonb,
  provider_session text,
  authenticated_at timestamptz,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT console_sessions_pkey PRIMARY KEY (session_id),
  CONSTRAINT console_sessions_cookie_key UNIQUE (cookie_hash),
  CONSTRAINT console_sessions_role_check CHECK (role IN ('viewer', 'operator', 'admin'))
);
CREATE INDEX console_sessions_subject ON console_sessions (subject);
CREATE INDEX console_sessions_provider_session ON console_sessions (provider_session);
CREATE INDEX console_sessions_ends_at ON console_sessions (ends_at);
SELECT pg_temp.tenant_table('console_sessions', worker => 'write', app => 'none');

-- Logout tokens of the provider that were used: each counts once.

CREATE TABLE console_logout_tokens (
  token_id text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT console_logout_tokens_pkey PRIMARY KEY (token_id)
);
CREATE INDEX console_logout_tokens_expires_at ON console_logout_tokens (expires_at);
SELECT pg_temp.tenant_table('console_logout_tokens', worker => 'write', app => 'none');

-- Actions of operators that are too much for one person, and wait for a second one.

CREATE TABLE action_proposals (
  action_id text NOT NULL,
  service text NOT NULL,
  customer_app_id text,
  action text NOT NULL,
  asked jsonb NOT NULL,
  amount bigint,
  currency text,
  effects jsonb NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  proposed_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  held_until timestamptz,
  outcome text,
  done jsonb,
  CONSTRAINT action_proposals_pkey PRIMARY KEY (action_id),
  CONSTRAINT action_proposals_state_check CHECK
    (state IN ('OPEN', 'DONE', 'DECLINED', 'EXPIRED', 'REFUSED')),
  CONSTRAINT action_proposals_money_check CHECK ((amount IS NULL) = (currency IS NULL)),
  CONSTRAINT action_proposals_done_check CHECK ((state = 'DONE') = (done IS NOT NULL)),
  CONSTRAINT action_proposals_other_check CHECK
    (state = 'DECLINED' OR decided_by IS DISTINCT FROM proposed_by)
);
CREATE INDEX action_proposals_created_at ON action_proposals (created_at);
SELECT pg_temp.tenant_table('action_proposals', worker => 'write', app => 'none');
