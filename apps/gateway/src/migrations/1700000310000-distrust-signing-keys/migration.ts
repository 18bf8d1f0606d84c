import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The record of signing keys that an operator ended. */
export class DistrustSigningKeys1700000310000 implements MigrationInterface {
  readonly name = 'DistrustSigningKeys1700000310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "signing_key_distrusts" (
        "key_id" text NOT NULL,
        "actor" text NOT NULL,
        "reason" text,
        "distrusted_at" timestamptz NOT NULL,
        CONSTRAINT "signing_key_distrusts_pkey" PRIMARY KEY ("key_id"))`);
    await tenantTable(runner, {
      table: 'signing_key_distrusts',
      worker: 'write',
      app: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "signing_key_distrusts"`);
  }
}
