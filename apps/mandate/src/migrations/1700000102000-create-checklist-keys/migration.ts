import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that payers encrypt to; they belong to no customer app, so only the worker reads them. */
export class CreateChecklistKeys1700000102000 implements MigrationInterface {
  readonly name = 'CreateChecklistKeys1700000102000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "checklist_keys" (
        "key_id" text NOT NULL,
        "public_key" jsonb NOT NULL,
        "private_key_sealed" bytea NOT NULL,
        "published_at" timestamptz NOT NULL,
        "used_from" timestamptz NOT NULL,
        "retired_at" timestamptz,
        CONSTRAINT "checklist_keys_pkey" PRIMARY KEY ("key_id"))`);
    await tenantTable(runner, { table: 'checklist_keys', worker: 'write', app: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "checklist_keys"`);
  }
}
