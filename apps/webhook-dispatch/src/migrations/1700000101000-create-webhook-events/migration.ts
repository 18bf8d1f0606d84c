import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What customer apps are told, to whom it is delivered, and every try. */
export class CreateWebhookEvents1700000101000 implements MigrationInterface {
  readonly name = 'CreateWebhookEvents1700000101000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...MESSAGES, ...DELIVERIES]) await runner.query(statement);
    for (const table of TABLES) await tenantTable(runner, { table, worker: 'write' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.map((table) => `"${table}"`).join(', ')}`);
  }
}

const TABLES = ['webhook_attempts', 'webhook_deliveries', 'webhook_messages', 'webhook_resources'];

const MESSAGES = [
  // Its row lock makes the sequences of a resource follow the commits.
  `CREATE TABLE "webhook_resources" (
     "customer_app_id" text NOT NULL,
     "resource_kind" text NOT NULL,
     "resource_id" text NOT NULL,
     "last_sequence" bigint NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "webhook_resources_pkey"
       PRIMARY KEY ("customer_app_id", "resource_kind", "resource_id"))`,
  `CREATE INDEX "webhook_resources_updated_at" ON "webhook_resources" USING brin ("updated_at")`,
  // `recorded_in` is the transaction that wrote the row. IDs and times are given before the commit,
  // so a reader that continues from the last ID would skip a late commit for ever; one that stops
  // before the oldest transaction still running cannot.
  `CREATE TABLE "webhook_messages" (
     "customer_app_id" text NOT NULL,
     "event_id" text NOT NULL,
     "event_type" text NOT NULL,
     "resource_kind" text NOT NULL,
     "resource_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "event_time" timestamptz NOT NULL,
     "body" bytea NOT NULL,
     "request_id" text NOT NULL,
     "traceparent" text,
     "recorded_in" bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("customer_app_id", "event_id"),
     CONSTRAINT "webhook_messages_sequence_key"
       UNIQUE ("customer_app_id", "resource_id", "resource_kind", "sequence"))`,
  `CREATE INDEX "webhook_messages_feed" ON "webhook_messages"
     ("customer_app_id", "recorded_in", "event_id")`,
  `CREATE INDEX "webhook_messages_created_at" ON "webhook_messages" USING brin ("created_at")`,
];

const DELIVERIES = [
  // `due_at` of a claimed delivery is the end of its lease: whoever looks for due work passes it
  // over until then, and finds it again when its worker died.
  `CREATE TABLE "webhook_deliveries" (
     "customer_app_id" text NOT NULL,
     "event_id" text NOT NULL,
     "webhook_endpoint_id" text NOT NULL,
     "resource_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "status" text NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "retry_step" integer NOT NULL DEFAULT 0,
     "retry_from" timestamptz,
     "due_at" timestamptz,
     "claimed_by" text,
     "last_attempt_at" timestamptz,
     "last_status_code" integer,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "webhook_deliveries_pkey"
       PRIMARY KEY ("customer_app_id", "event_id", "webhook_endpoint_id"),
     CONSTRAINT "webhook_deliveries_message_fkey" FOREIGN KEY ("customer_app_id", "event_id")
       REFERENCES "webhook_messages" ("customer_app_id", "event_id") ON DELETE CASCADE,
     CONSTRAINT "webhook_deliveries_status_check" CHECK
       ("status" IN ('PENDING', 'RETRYING', 'DELIVERED', 'FAILED')),
     CONSTRAINT "webhook_deliveries_due_check" CHECK
       (("due_at" IS NULL) = ("status" IN ('DELIVERED', 'FAILED'))))`,
  `CREATE INDEX "webhook_deliveries_open" ON "webhook_deliveries"
     ("webhook_endpoint_id", "status", "due_at") WHERE "status" IN ('PENDING', 'RETRYING')`,
  `CREATE INDEX "webhook_deliveries_first_tries" ON "webhook_deliveries"
     ("webhook_endpoint_id", "resource_id", "sequence") WHERE "status" = 'PENDING'`,
  `CREATE INDEX "webhook_deliveries_claimed" ON "webhook_deliveries"
     ("webhook_endpoint_id") WHERE "claimed_by" IS NOT NULL`,
  `CREATE TABLE "webhook_attempts" (
     "customer_app_id" text NOT NULL,
     "event_id" text NOT NULL,
     "webhook_endpoint_id" text NOT NULL,
     "attempt_number" integer NOT NULL,
     "attempt_id" text NOT NULL,
     "outcome" text NOT NULL,
     "started_at" timestamptz NOT NULL,
     "duration_ms" integer NOT NULL,
     "status_code" integer,
     "response_body" text,
     "error" text,
     CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY
       ("customer_app_id", "event_id", "webhook_endpoint_id", "attempt_number"),
     CONSTRAINT "webhook_attempts_delivery_fkey"
       FOREIGN KEY ("customer_app_id", "event_id", "webhook_endpoint_id")
       REFERENCES "webhook_deliveries" ("customer_app_id", "event_id", "webhook_endpoint_id")
       ON DELETE CASCADE,
     CONSTRAINT "webhook_attempts_outcome_check" CHECK ("outcome" IN ('SUCCEEDED', 'FAILED')))`,
];
