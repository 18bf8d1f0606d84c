import { rolesOf, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of an endpoint that are sent again since an instant. */
export class CreateWebhookRecoveries1700000450000 implements MigrationInterface {
  readonly name = 'CreateWebhookRecoveries1700000450000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of RECOVERIES) await runner.query(statement);
    await tenantTable(runner, { table: 'webhook_recoveries', worker: 'write' });
    // They go with their endpoint, and by nobody's own hand.
    const { worker } = await rolesOf(runner);
    await runner.query(`REVOKE DELETE ON "webhook_recoveries" FROM ${worker}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "webhook_deliveries_failed"`);
    await runner.query(`DROP TABLE "webhook_recoveries"`);
  }
}

const RECOVERIES = [
  `CREATE TABLE "webhook_recoveries" (
     "customer_app_id" text NOT NULL,
     "webhook_endpoint_id" text NOT NULL,
     "since" timestamptz NOT NULL,
     "position" text NOT NULL DEFAULT '',
     "recovered_events" integer NOT NULL DEFAULT 0,
     "started_at" timestamptz NOT NULL,
     "finished_at" timestamptz,
     CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("customer_app_id", "webhook_endpoint_id"),
     CONSTRAINT "webhook_recoveries_endpoint_fkey"
       FOREIGN KEY ("customer_app_id", "webhook_endpoint_id")
       REFERENCES "webhook_endpoints" ("customer_app_id", "webhook_endpoint_id")
       ON DELETE CASCADE)`,
  `CREATE INDEX "webhook_recoveries_running" ON "webhook_recoveries" ("started_at")
     WHERE "finished_at" IS NULL`,
  `CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries"
     ("webhook_endpoint_id", "event_id") WHERE "status" IN ('FAILED', 'RETRYING')`,
];
