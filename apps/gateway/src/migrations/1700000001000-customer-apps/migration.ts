import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customer apps, their secrets and the record of who changed what. */
export class CustomerApps1700000001000 implements MigrationInterface {
  readonly name = 'CustomerApps1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await tenantTable(runner, { table: 'customer_apps', worker: 'write', app: 'read' });
    await tenantTable(runner, { table: 'client_secrets', worker: 'write', app: 'none' });
    await tenantTable(runner, {
      table: 'customer_app_changes',
      worker: 'write',
      app: 'read',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "customer_app_changes", "client_secrets", "customer_apps"`);
  }
}

const TABLES = [
  `CREATE TABLE "customer_apps" (
     "customer_app_id" text NOT NULL,
     "client_id" text NOT NULL,
     "name" text NOT NULL,
     "app_type" text NOT NULL,
     "status" text NOT NULL,
     "credential_generation" integer NOT NULL,
     "scopes" text array NOT NULL,
     "redirect_uris" text array NOT NULL,
     "settings" jsonb NOT NULL,
     "clock_offset_ms" bigint NOT NULL,
     "clock_frozen_at" timestamptz,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "customer_apps_pkey" PRIMARY KEY ("customer_app_id"),
     CONSTRAINT "customer_apps_client_id_key" UNIQUE ("client_id"),
     CONSTRAINT "customer_apps_app_type_check" CHECK ("app_type" IN ('TEST', 'LIVE')),
     CONSTRAINT "customer_apps_status_check" CHECK ("status" IN ('ENABLED', 'DISABLED')))`,
  // A secret is known by its keyed hash only; with an overlap two are valid at a time.
  `CREATE TABLE "client_secrets" (
     "customer_app_id" text NOT NULL,
     "secret_hash" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "valid_until" timestamptz,
     CONSTRAINT "client_secrets_pkey" PRIMARY KEY ("customer_app_id", "secret_hash"),
     CONSTRAINT "client_secrets_app_fkey" FOREIGN KEY ("customer_app_id")
       REFERENCES "customer_apps" ("customer_app_id"))`,
  `CREATE TABLE "customer_app_changes" (
     "customer_app_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "command" text NOT NULL,
     "actor" text NOT NULL,
     "details" jsonb NOT NULL,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "customer_app_changes_pkey" PRIMARY KEY ("customer_app_id", "sequence"),
     CONSTRAINT "customer_app_changes_app_fkey" FOREIGN KEY ("customer_app_id")
       REFERENCES "customer_apps" ("customer_app_id"))`,
];
