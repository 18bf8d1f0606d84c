import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where customer apps receive webhooks, and how each of these places is doing. */
export class CreateWebhookEndpoints1700000100000 implements MigrationInterface {
  readonly name = 'CreateWebhookEndpoints1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'webhook_endpoints', worker: 'write' });
    await tenantTable(runner, { table: 'webhook_endpoint_health', worker: 'write' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "webhook_endpoint_health", "webhook_endpoints"`);
  }
}

const STATEMENTS = [
  // `sealed` holds the signing secrets and the custom headers, which often carry credentials.
  // `enabled_at` and `deleted_at` are real time, like everything about deliveries.
  `CREATE TABLE "webhook_endpoints" (
     "customer_app_id" text NOT NULL,
     "webhook_endpoint_id" text NOT NULL,
     "url" text NOT NULL,
     "event_types" text[] NOT NULL,
     "description" text,
     "enabled" boolean NOT NULL,
     "disabled_reason" text,
     "sealed" bytea,
     "rate_limit_per_second" integer,
     "signature_kinds" text[] NOT NULL,
     "enabled_at" timestamptz NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     "deleted_at" timestamptz,
     CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("customer_app_id", "webhook_endpoint_id"),
     CONSTRAINT "webhook_endpoints_id_key" UNIQUE ("webhook_endpoint_id"),
     CONSTRAINT "webhook_endpoints_deleted_check" CHECK
       ("deleted_at" IS NULL OR ("sealed" IS NULL AND NOT "enabled")),
     CONSTRAINT "webhook_endpoints_sealed_check" CHECK
       ("deleted_at" IS NOT NULL OR "sealed" IS NOT NULL),
     CONSTRAINT "webhook_endpoints_rate_check" CHECK ("rate_limit_per_second" > 0))`,
  `CREATE INDEX "webhook_endpoints_listed" ON "webhook_endpoints"
     ("customer_app_id", "created_at", "webhook_endpoint_id") WHERE "deleted_at" IS NULL`,
  // Its row is also the lock under which deliveries of the endpoint are claimed.
  `CREATE TABLE "webhook_endpoint_health" (
     "customer_app_id" text NOT NULL,
     "webhook_endpoint_id" text NOT NULL,
     "failing_since" timestamptz,
     "consecutive_failures" integer NOT NULL DEFAULT 0,
     "paused_until" timestamptz,
     "rate_used_until" timestamptz,
     CONSTRAINT "webhook_endpoint_health_pkey"
       PRIMARY KEY ("customer_app_id", "webhook_endpoint_id"),
     CONSTRAINT "webhook_endpoint_health_id_key" UNIQUE ("webhook_endpoint_id"),
     CONSTRAINT "webhook_endpoint_health_endpoint_fkey"
       FOREIGN KEY ("customer_app_id", "webhook_endpoint_id")
       REFERENCES "webhook_endpoints" ("customer_app_id", "webhook_endpoint_id")
       ON DELETE CASCADE)`,
];
