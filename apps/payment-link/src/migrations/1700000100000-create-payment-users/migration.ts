import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment users, and every change of what they consented to. */
export class CreatePaymentUsers1700000100000 implements MigrationInterface {
  readonly name = 'CreatePaymentUsers1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "payment_users" (
        "customer_app_id" text NOT NULL,
        "user_id" text NOT NULL,
        "external_user_id" text NOT NULL,
        "user_type" text,
        "autopay_consent" boolean NOT NULL,
        "personal_sealed" bytea NOT NULL,
        "content_hash" text NOT NULL,
        "metadata" jsonb,
        "integration_metadata" jsonb,
        "next_bill_update" timestamptz,
        "sequence" bigint NOT NULL,
        "created_at" timestamptz NOT NULL,
        "updated_at" timestamptz NOT NULL,
        CONSTRAINT "payment_users_pkey" PRIMARY KEY ("customer_app_id", "user_id"),
        CONSTRAINT "payment_users_external_user_id_key"
          UNIQUE ("customer_app_id", "external_user_id"),
        CONSTRAINT "payment_users_user_type_check" CHECK ("user_type" IN ('INDIVIDUAL', 'BUSINESS')))`);
    await runner.query(`
      CREATE TABLE "autopay_consent_changes" (
        "customer_app_id" text NOT NULL,
        "user_id" text NOT NULL,
        "sequence" bigint NOT NULL,
        "autopay_consent" boolean NOT NULL,
        "source" text NOT NULL,
        "occurred_at" timestamptz NOT NULL,
        CONSTRAINT "autopay_consent_changes_pkey"
          PRIMARY KEY ("customer_app_id", "user_id", "sequence"),
        CONSTRAINT "autopay_consent_changes_user_fkey" FOREIGN KEY ("customer_app_id", "user_id")
          REFERENCES "payment_users" ("customer_app_id", "user_id"))`);
    await tenantTable(runner, { table: 'payment_users', worker: 'none' });
    await tenantTable(runner, {
      table: 'autopay_consent_changes',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "autopay_consent_changes", "payment_users"`);
  }
}
