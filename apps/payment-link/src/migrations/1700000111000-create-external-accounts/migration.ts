import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of payment users, which payouts and mandates name. */
export class CreateExternalAccounts1700000111000 implements MigrationInterface {
  readonly name = 'CreateExternalAccounts1700000111000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "external_accounts" (
        "customer_app_id" text NOT NULL,
        "account_id" text NOT NULL,
        "user_id" text NOT NULL,
        "institution_id" text NOT NULL,
        "holder_sealed" bytea,
        "currencies" text[] NOT NULL DEFAULT '{}',
        "metadata" jsonb,
        "created_at" timestamptz NOT NULL,
        "updated_at" timestamptz NOT NULL,
        "deleted_at" timestamptz,
        CONSTRAINT "external_accounts_pkey" PRIMARY KEY ("customer_app_id", "account_id"),
        CONSTRAINT "external_accounts_deleted_check"
          CHECK (("deleted_at" IS NULL) = ("holder_sealed" IS NOT NULL)))`);
    await runner.query(`
      CREATE INDEX "external_accounts_newest" ON "external_accounts"
        ("customer_app_id", "created_at", "account_id") WHERE "deleted_at" IS NULL`);
    await runner.query(`
      CREATE INDEX "external_accounts_user" ON "external_accounts"
        ("customer_app_id", "user_id", "created_at", "account_id") WHERE "deleted_at" IS NULL`);
    await tenantTable(runner, { table: 'external_accounts', worker: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "external_accounts"`);
  }
}
