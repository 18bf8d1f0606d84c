import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The file of all statements is made once, and kept until the statements change. */
export class CompositeStatements1700000503000 implements MigrationInterface {
  readonly name = 'CompositeStatements1700000503000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "composite_statements" (
         "customer_app_id" text NOT NULL,
         "login_identity_id" text NOT NULL,
         "part" integer NOT NULL,
         "composite_id" text NOT NULL,
         "statement_ids" text[] NOT NULL,
         "bytes" integer NOT NULL,
         "parts" integer NOT NULL,
         "sealed" bytea NOT NULL,
         "created_at" timestamptz NOT NULL,
         CONSTRAINT "composite_statements_pkey"
           PRIMARY KEY ("customer_app_id", "login_identity_id", "part"))`,
    );
    await tenantTable(runner, { table: 'composite_statements', worker: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "composite_statements"`);
  }
}
