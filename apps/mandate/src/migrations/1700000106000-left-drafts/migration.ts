import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mandates that payment links gave up before their requests for them arrived. */
export class CreateLeftDrafts1700000106000 implements MigrationInterface {
  readonly name = 'CreateLeftDrafts1700000106000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "left_drafts" (
        "customer_app_id" text NOT NULL,
        "mandate_id" text NOT NULL,
        "left_at" timestamptz NOT NULL,
        CONSTRAINT "left_drafts_pkey" PRIMARY KEY ("customer_app_id", "mandate_id"))`);
    await tenantTable(runner, { table: 'left_drafts', worker: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "left_drafts"`);
  }
}
