-- Where customer apps receive webhooks, and how each of these places is doing.

-- `sealed` holds the signing secrets and the custom headers, which often carry credentials. All
-- times are real time, like those of deliveries.
CREATE TABLE webhook_endpoints (
  customer_app_id text NOT NULL,
  webhook_endpoint_id text NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  description text,
  enabled boolean NOT NULL,
  disabled_reason text,
  sealed bytea,
  rate_limit_per_second integer,
  signature_kinds text[] NOT NULL,
  enabled_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  held_events_expire_at timestamptz,
  expiry_told_at timestamptz,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (customer_app_id, webhook_endpoint_id),
  CONSTRAINT webhook_endpoints_id_key UNIQUE (webhook_endpoint_id),
  CONSTRAINT webhook_endpoints_deleted_check CHECK
    (deleted_at IS NULL OR (sealed IS NULL AND NOT enabled)),
  CONSTRAINT webhook_endpoints_sealed_check CHECK (deleted_at IS NOT NULL OR sealed IS NOT NULL),
  CONSTRAINT webhook_endpoints_rate_check CHECK (rate_limit_per_second > 0)
);
CREATE INDEX webhook_endpoints_listed ON webhook_endpoints
  (customer_app_id, created_at, webhook_endpoint_id) WHERE deleted_at IS NULL;
SELECT pg_temp.tenant_table('webhook_endpoints', worker => 'write');

-- Its row is also the lock under which deliveries of the endpoint are claimed.
CREATE TABLE webhook_endpoint_health (
  customer_app_id text NOT NULL,
  webhook_endpoint_id text NOT NULL,
  failing_since timestamptz,
  consecutive_failures integer NOT NULL DEFAULT 0,
  paused_until timestamptz,
  rate_used_until timestamptz,
  CONSTRAINT webhook_endpoint_health_pkey PRIMARY KEY (customer_app_id, webhook_endpoint_id),
  CONSTRAINT webhook_endpoint_health_id_key UNIQUE (webhook_endpoint_id),
  CONSTRAINT webhook_endpoint_health_endpoint_fkey
    FOREIGN KEY (customer_app_id, webhook_endpoint_id)
    REFERENCES webhook_endpoints (customer_app_id, webhook_endpoint_id)
    ON DELETE CASCADE
);
-- A row is deleted with its endpoint only.
SELECT pg_temp.tenant_table('webhook_endpoint_health', worker => 'change');

-- The events for customer apps, their deliveries to endpoints, and every attempt.

-- Its row lock makes the sequences of a resource follow the commits.
CREATE TABLE webhook_resources (
  customer_app_id text NOT NULL,
  resource_kind text NOT NULL,
  resource_id text NOT NULL,
  last_sequence bigint NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT webhook_resources_pkey PRIMARY KEY (customer_app_id, resource_kind, resource_id)
);
CREATE INDEX webhook_resources_updated_at ON webhook_resources USING brin (updated_at);
SELECT pg_temp.tenant_table('webhook_resources', worker => 'write');

-- `recorded_in` is the transaction that wrote the row. IDs and times are given before the commit,
-- so a reader that continues from the last ID would skip a late commit; one that stops before the
-- oldest transaction still running cannot.
CREATE TABLE webhook_messages (
  customer_app_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  resource_kind text NOT NULL,
  resource_id text NOT NULL,
  sequence bigint NOT NULL,
  event_time timestamptz NOT NULL,
  body bytea NOT NULL,
  request_id text NOT NULL,
  traceparent text,
  recorded_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  created_at timestamptz NOT NULL,
  CONSTRAINT webhook_messages_pkey PRIMARY KEY (customer_app_id, event_id),
  CONSTRAINT webhook_messages_sequence_key
    UNIQUE (customer_app_id, resource_id, resource_kind, sequence)
);
CREATE INDEX webhook_messages_feed ON webhook_messages (customer_app_id, recorded_in, event_id);
CREATE INDEX webhook_messages_created_at ON webhook_messages USING brin (created_at);
SELECT pg_temp.tenant_table('webhook_messages', worker => 'write');

-- `due_at` of a claimed delivery is the end of its lease: after that time another worker may claim
-- it.
CREATE TABLE webhook_deliveries (
  customer_app_id text NOT NULL,
  event_id text NOT NULL,
  webhook_endpoint_id text NOT NULL,
  resource_id text NOT NULL,
  sequence bigint NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  retry_step integer NOT NULL DEFAULT 0,
  retry_from timestamptz,
  due_at timestamptz,
  claimed_by text,
  last_attempt_at timestamptz,
  last_status_code integer,
  created_at timestamptz NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (customer_app_id, event_id, webhook_endpoint_id),
  CONSTRAINT webhook_deliveries_message_fkey FOREIGN KEY (customer_app_id, event_id)
    REFERENCES webhook_messages (customer_app_id, event_id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_status_check CHECK
    (status IN ('PENDING', 'RETRYING', 'DELIVERED', 'FAILED')),
  CONSTRAINT webhook_deliveries_due_check CHECK
    ((due_at IS NULL) = (status IN ('DELIVERED', 'FAILED')))
);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries
  (webhook_endpoint_id, status, due_at) WHERE status IN ('PENDING', 'RETRYING');
CREATE INDEX webhook_deliveries_first_tries ON webhook_deliveries
  (webhook_endpoint_id, resource_id, sequence) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries
  (webhook_endpoint_id) WHERE claimed_by IS NOT NULL;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries
  (webhook_endpoint_id, event_id) WHERE status IN ('FAILED', 'RETRYING');
-- For operators: how the deliveries of a period ended.
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries USING brin (created_at);
-- A row is deleted with its message only.
SELECT pg_temp.tenant_table('webhook_deliveries', worker => 'change');

CREATE TABLE webhook_attempts (
  customer_app_id text NOT NULL,
  event_id text NOT NULL,
  webhook_endpoint_id text NOT NULL,
  attempt_number integer NOT NULL,
  attempt_id text NOT NULL,
  outcome text NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  response_body text,
  error text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY
    (customer_app_id, event_id, webhook_endpoint_id, attempt_number),
  CONSTRAINT webhook_attempts_delivery_fkey
    FOREIGN KEY (customer_app_id, event_id, webhook_endpoint_id)
    REFERENCES webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id)
    ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_outcome_check CHECK (outcome IN ('SUCCEEDED', 'FAILED'))
);
-- A row is deleted with its delivery only.
SELECT pg_temp.tenant_table('webhook_attempts', worker => 'change');

-- Events of an endpoint that are sent again since an instant.

CREATE TABLE webhook_recoveries (
  customer_app_id text NOT NULL,
  webhook_endpoint_id text NOT NULL,
  since timestamptz NOT NULL,
  "position" text NOT NULL DEFAULT '',
  recovered_events integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (customer_app_id, webhook_endpoint_id),
  CONSTRAINT webhook_recoveries_endpoint_fkey
    FOREIGN KEY (customer_app_id, webhook_endpoint_id)
    REFERENCES webhook_endpoints (customer_app_id, webhook_endpoint_id)
    ON DELETE CASCADE
);
CREATE INDEX webhook_recoveries_running ON webhook_recoveries (started_at)
  WHERE finished_at IS NULL;
-- A row is deleted with its endpoint only.
SELECT pg_temp.tenant_table('webhook_recoveries', worker => 'change');

-- What operators search by; `webhook_messages_sequence_key` finds the events about a resource.
CREATE INDEX webhook_messages_found_by_newest ON webhook_messages (created_at, event_id);
CREATE INDEX webhook_messages_found_by_app ON webhook_messages
  (customer_app_id, created_at, event_id);
CREATE INDEX webhook_deliveries_found_by_status ON webhook_deliveries (status, event_id)
  WHERE status <> 'DELIVERED';
CREATE INDEX webhook_attempts_found_by_id ON webhook_attempts (attempt_id);
CREATE INDEX webhook_endpoints_found_by_newest ON webhook_endpoints
  (created_at, webhook_endpoint_id);
SELECT pg_temp.operators_read('webhook_endpoints', 'webhook_endpoint_health',
  'webhook_recoveries', 'webhook_messages', 'webhook_deliveries', 'webhook_attempts');
