import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that receive money, and who configured them. */
export class CreatePaymentAccounts1700000101000 implements MigrationInterface {
  readonly name = 'CreatePaymentAccounts1700000101000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "payment_accounts" (
        "customer_app_id" text NOT NULL,
        "account_id" text NOT NULL,
        "account_type" text NOT NULL,
        "live" boolean NOT NULL,
        "legal_entity_name" text,
        "settlement_account_reference" text,
        "business_units" text[] NOT NULL DEFAULT '{}',
        "currencies" text[] NOT NULL DEFAULT '{}',
        "payment_method_types" text[] NOT NULL DEFAULT '{}',
        "card_integration_id" text,
        "mandate_integration_id" text,
        "metadata" jsonb,
        "created_at" timestamptz NOT NULL,
        "updated_at" timestamptz NOT NULL,
        CONSTRAINT "payment_accounts_pkey" PRIMARY KEY ("customer_app_id", "account_id"),
        CONSTRAINT "payment_accounts_account_type_check"
          CHECK ("account_type" IN ('EXTERNAL_ACCOUNT', 'SETTLEMENT_ACCOUNT')))`);
    await runner.query(`
      CREATE UNIQUE INDEX "payment_accounts_reference_key" ON "payment_accounts"
        ("customer_app_id", "settlement_account_reference")
        WHERE "settlement_account_reference" IS NOT NULL`);
    await runner.query(`
      CREATE INDEX "payment_accounts_newest" ON "payment_accounts"
        ("customer_app_id", "created_at", "account_id")`);
    await runner.query(`
      CREATE TABLE "settlement_account_audit" (
        "customer_app_id" text NOT NULL,
        "audit_id" text NOT NULL,
        "account_id" text NOT NULL,
        "action" text NOT NULL,
        "actor" text NOT NULL,
        "configuration" jsonb NOT NULL,
        "occurred_at" timestamptz NOT NULL,
        CONSTRAINT "settlement_account_audit_pkey" PRIMARY KEY ("customer_app_id", "audit_id"),
        CONSTRAINT "settlement_account_audit_action_check" CHECK ("action" IN ('CREATE', 'UPDATE')),
        CONSTRAINT "settlement_account_audit_account_fkey"
          FOREIGN KEY ("customer_app_id", "account_id")
          REFERENCES "payment_accounts" ("customer_app_id", "account_id"))`);
    await tenantTable(runner, { table: 'payment_accounts', worker: 'none' });
    await tenantTable(runner, {
      table: 'settlement_account_audit',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "settlement_account_audit", "payment_accounts"`);
  }
}
