-- The tables that the libraries need in every service.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'rows of % are never changed nor deleted', TG_TABLE_NAME
       USING ERRCODE = 'integrity_constraint_violation';
   END $$;

-- Real time, and only real time, for a live app: no row can move its clock.
CREATE TABLE customer_app_views (
  customer_app_id text NOT NULL,
  name text NOT NULL,
  app_type text NOT NULL,
  status text NOT NULL,
  credential_generation integer NOT NULL,
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  clock_frozen_at timestamptz,
  clock_sequence bigint NOT NULL DEFAULT 0,
  settings jsonb NOT NULL DEFAULT '{}',
  sequence bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_app_views_pkey PRIMARY KEY (customer_app_id),
  CONSTRAINT customer_app_views_app_type_check CHECK (app_type IN ('TEST', 'LIVE')),
  CONSTRAINT customer_app_views_live_clock_check CHECK
    (app_type = 'TEST' OR (clock_offset_ms = 0 AND clock_frozen_at IS NULL))
);
SELECT pg_temp.tenant_table('customer_app_views', worker => 'write');

-- Stable within a transaction, so `due_at <= app_now(customer_app_id)` agrees with `tx.now`.
CREATE FUNCTION app_now(customer_app text) RETURNS timestamptz
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT date_trunc('milliseconds', coalesce(clock_frozen_at,
       now() + clock_offset_ms * interval '1 millisecond'))
     FROM customer_app_views WHERE customer_app_id = customer_app
   $$;

-- `position` is allotted at insert, not at commit: a transaction that commits late makes a lower
-- position visible after a higher one. A reader that remembers "the last position" would skip it,
-- so the relay reads unpublished rows. Within one aggregate positions do follow commits, because
-- every writer holds the lock of the aggregate's row until it commits.
CREATE TABLE outbox (
  "position" bigint GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL,
  customer_app_id text NOT NULL,
  topic text NOT NULL,
  message_key text NOT NULL,
  event_name text NOT NULL,
  event_version integer NOT NULL,
  sequence bigint NOT NULL,
  payload jsonb NOT NULL,
  traceparent text,
  request_id text,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  CONSTRAINT outbox_pkey PRIMARY KEY ("position"),
  CONSTRAINT outbox_sequence_key UNIQUE (topic, message_key, sequence),
  CONSTRAINT outbox_sequence_check CHECK (sequence > 0)
);
CREATE INDEX outbox_unpublished ON outbox ("position") WHERE published_at IS NULL;
CREATE INDEX outbox_published_at ON outbox USING brin (published_at);
SELECT pg_temp.tenant_table('outbox', worker => 'write');

CREATE TABLE inbox (
  consumer_group text NOT NULL,
  event_id text NOT NULL,
  customer_app_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer_group, event_id)
);
CREATE INDEX inbox_received_at ON inbox USING brin (received_at);
SELECT pg_temp.tenant_table('inbox', worker => 'write');

CREATE TABLE aggregate_positions (
  consumer_group text NOT NULL,
  aggregate text NOT NULL,
  aggregate_id text NOT NULL,
  customer_app_id text NOT NULL,
  sequence bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT aggregate_positions_pkey PRIMARY KEY (consumer_group, aggregate, aggregate_id)
);
SELECT pg_temp.tenant_table('aggregate_positions', worker => 'write');

-- A message whose customer app cannot be read has none: only the worker sees it.
CREATE TABLE parked_messages (
  parked_message_id text NOT NULL,
  consumer_group text NOT NULL,
  topic text NOT NULL,
  kafka_partition integer NOT NULL,
  kafka_offset bigint NOT NULL,
  message_key text NOT NULL,
  customer_app_id text,
  event_id text,
  event_name text,
  headers jsonb NOT NULL,
  value bytea,
  reason text NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  replay_requested_at timestamptz,
  replayed_at timestamptz,
  CONSTRAINT parked_messages_pkey PRIMARY KEY (parked_message_id),
  CONSTRAINT parked_messages_offset_key
    UNIQUE (consumer_group, topic, kafka_partition, kafka_offset)
);
CREATE INDEX parked_messages_waiting ON parked_messages
  (consumer_group, topic, message_key, kafka_offset) WHERE replayed_at IS NULL;
SELECT pg_temp.tenant_table('parked_messages', worker => 'write', app => 'read');

CREATE TABLE idempotency_keys (
  customer_app_id text NOT NULL,
  scope_hash text NOT NULL,
  operation text NOT NULL,
  status text NOT NULL,
  sealed bytea NOT NULL,
  lease_token text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (customer_app_id, scope_hash),
  CONSTRAINT idempotency_keys_status_check CHECK (status IN ('CLAIMED', 'DONE'))
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING brin (created_at);
SELECT pg_temp.tenant_table('idempotency_keys', worker => 'write');

CREATE TABLE personal_data_keys (
  customer_app_id text NOT NULL,
  subject_id text NOT NULL,
  wrapped_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz,
  CONSTRAINT personal_data_keys_pkey PRIMARY KEY (customer_app_id, subject_id),
  CONSTRAINT personal_data_keys_destroyed_check
    CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
);
SELECT pg_temp.tenant_table('personal_data_keys', worker => 'none');

-- Who saw personal data and who acted: IDs and names of members, never their values. An entry that
-- is about no customer app has none: only the worker writes it.
CREATE TABLE audit_entries (
  audit_entry_id text NOT NULL,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  occurred_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  subject text NOT NULL,
  role text NOT NULL,
  session text NOT NULL,
  act text NOT NULL,
  operation text NOT NULL,
  customer_app_id text,
  kind text,
  resource_id text,
  members text[] NOT NULL DEFAULT '{}',
  reason text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (audit_entry_id),
  CONSTRAINT audit_entries_act_check CHECK (act IN ('SIGHT', 'UNMASK', 'ACTION'))
);
CREATE INDEX audit_entries_written_by ON audit_entries (written_by, audit_entry_id);
CREATE INDEX audit_entries_app ON audit_entries (customer_app_id, audit_entry_id);
CREATE INDEX audit_entries_subject ON audit_entries (subject, audit_entry_id);
CREATE INDEX audit_entries_resource ON audit_entries (resource_id, audit_entry_id);
SELECT pg_temp.tenant_table('audit_entries', worker => 'write', append_only => true);
SELECT pg_temp.keep_table('audit_entries', 'occurred_at', 2557);

-- The transaction and the time of an entry are the database's own: no role gives them.
DO $$ BEGIN
  EXECUTE format('REVOKE INSERT ON audit_entries FROM %1$I, %2$I; GRANT INSERT (audit_entry_id,
    subject, role, session, act, operation, customer_app_id, kind, resource_id, members, reason)
    ON audit_entries TO %1$I, %2$I', pg_temp.role_of('app'), pg_temp.role_of('worker'));
END $$;

-- What operators did: an action is done once, and what one person moves alone in a day has a limit.
CREATE TABLE operator_actions (
  action_id text NOT NULL,
  customer_app_id text,
  action text NOT NULL,
  resource_id text NOT NULL,
  subject text NOT NULL,
  proposed_by text,
  amount bigint,
  currency text,
  asked jsonb NOT NULL,
  outcome jsonb,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Until then nobody else does it.
  lease_until timestamptz,
  -- Nothing was done: it may begin again, and does not count.
  refused_at timestamptz,
  -- Of the entry that its first effect commits.
  audit_entry_id text NOT NULL,
  CONSTRAINT operator_actions_pkey PRIMARY KEY (action_id),
  CONSTRAINT operator_actions_amount_check CHECK ((amount IS NULL) = (currency IS NULL))
);
CREATE INDEX operator_actions_subject ON operator_actions (subject, currency, begun_at);
SELECT pg_temp.tenant_table('operator_actions', worker => 'write', app => 'read');
SELECT pg_temp.keep_table('operator_actions', 'begun_at', 2557);

-- A seal covers the entries whose transaction is after `after_xid`, up to `last_xid`, and the seal
-- before it. It is written when no transaction up to `last_xid` can commit any more.
CREATE TABLE audit_seals (
  seal_number bigint NOT NULL,
  after_xid xid8 NOT NULL,
  last_xid xid8 NOT NULL,
  entry_count integer NOT NULL,
  root bytea NOT NULL,
  previous_hash bytea,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (seal_number),
  CONSTRAINT audit_seals_first_check CHECK
    (seal_number > 1 OR (seal_number = 1 AND previous_hash IS NULL)),
  CONSTRAINT audit_seals_range_check CHECK (after_xid < last_xid AND entry_count > 0)
);
SELECT pg_temp.tenant_table('audit_seals', worker => 'write', app => 'none', append_only => true);
SELECT pg_temp.keep_table('audit_seals', 'sealed_at', 2557);

-- The oldest seals and their entries, 7 years after they were sealed. The last seal always stays,
-- because the next one follows it.
CREATE FUNCTION delete_old_audit_seals(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $retention$
  WITH old AS (
    SELECT seal_number, last_xid, entry_count FROM audit_seals
    WHERE sealed_at < now() - interval '2557 days'
      AND seal_number < (SELECT max(seal_number) FROM audit_seals)
      AND NOT EXISTS (SELECT FROM audit_seals young WHERE young.seal_number < audit_seals.seal_number
        AND young.sealed_at >= now() - interval '2557 days')
    ORDER BY seal_number LIMIT $1),
  leaving AS (
    SELECT seal_number, last_xid FROM (SELECT seal_number, last_xid,
      sum(entry_count) OVER (ORDER BY seal_number) - entry_count AS before FROM old) AS counted
    WHERE before < $1),
  entries AS (DELETE FROM audit_entries
    WHERE written_by <= (SELECT last_xid FROM leaving ORDER BY seal_number DESC LIMIT 1) RETURNING 1),
  seals AS (DELETE FROM audit_seals
    WHERE seal_number <= (SELECT max(seal_number) FROM leaving) RETURNING 1)
  SELECT count(*) FROM entries$retention$;
SELECT pg_temp.only_for('worker', 'delete_old_audit_seals(integer)');

SELECT pg_temp.operators_read('customer_app_views', 'outbox', 'parked_messages', 'audit_entries');

-- The start of a service reads the table, and refuses a database that lacks a migration.
DO $$ BEGIN
  EXECUTE format('REVOKE ALL ON migrations FROM %1$I, %2$I; GRANT SELECT ON migrations TO %1$I, %2$I',
    pg_temp.role_of('app'), pg_temp.role_of('worker'));
END $$;
