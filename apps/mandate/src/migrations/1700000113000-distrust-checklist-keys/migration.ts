import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The record of keys that an operator ended; the keys themselves are deleted. */
export class DistrustChecklistKeys1700000113000 implements MigrationInterface {
  readonly name = 'DistrustChecklistKeys1700000113000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "checklist_key_distrusts" (
        "key_id" text NOT NULL,
        "actor" text NOT NULL,
        "reason" text,
        "distrusted_at" timestamptz NOT NULL,
        CONSTRAINT "checklist_key_distrusts_pkey" PRIMARY KEY ("key_id"))`);
    await tenantTable(runner, {
      table: 'checklist_key_distrusts',
      worker: 'write',
      app: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "checklist_key_distrusts"`);
  }
}
