import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the bills of each app were read at each billing system. */
export class ReadBills1700000474000 implements MigrationInterface {
  readonly name = 'ReadBills1700000474000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "bill_sources" (
      "customer_app_id" text NOT NULL,
      "app_type" text NOT NULL,
      "integration_id" text NOT NULL,
      "read_until" text,
      "due_at" timestamptz NOT NULL,
      CONSTRAINT "bill_sources_pkey"
        PRIMARY KEY ("customer_app_id", "app_type", "integration_id"),
      CONSTRAINT "bill_sources_app_type_check" CHECK ("app_type" IN ('TEST', 'LIVE')))`);
    await tenantTable(runner, { table: 'bill_sources', worker: 'read' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bill_sources"`);
  }
}
