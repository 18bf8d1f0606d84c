import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mandates: what a payer allows to be collected by direct debit. */
export class CreateMandates1700000100000 implements MigrationInterface {
  readonly name = 'CreateMandates1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'mandates', worker: 'none' });
    await tenantTable(runner, { table: 'mandate_state_changes', worker: 'none', appendOnly: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mandate_state_changes", "mandates"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "mandates" (
     "customer_app_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "payment_method_id" text NOT NULL,
     "status" text NOT NULL,
     "live" boolean NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "sender_type" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "sender_account_id" text,
     "institution_id" text,
     "payment_link_id" text,
     "currency" text NOT NULL,
     "start_date" date NOT NULL,
     "end_date" date,
     "max_transaction_amount" bigint,
     "max_period_amount" bigint,
     "max_period_count" bigint,
     "period" text,
     "payment_schedule" jsonb,
     "description" text,
     "dda_reference" text,
     "mandate_bank_reference" text,
     "metadata" jsonb,
     "failure" jsonb,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "mandates_pkey" PRIMARY KEY ("customer_app_id", "mandate_id"),
     CONSTRAINT "mandates_payment_method_key" UNIQUE ("customer_app_id", "payment_method_id"),
     CONSTRAINT "mandates_status_check" CHECK ("status" IN ('AUTHORIZATION_REQUIRED',
       'AUTHORIZING', 'PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED', 'SUCCEEDED', 'FAILED',
       'REVOKED', 'CANCELLED', 'CLOSED')),
     CONSTRAINT "mandates_sender_type_check" CHECK ("sender_type" IN ('INDIVIDUAL', 'BUSINESS')),
     CONSTRAINT "mandates_dates_check" CHECK ("end_date" >= "start_date"),
     CONSTRAINT "mandates_limits_check" CHECK ("max_transaction_amount" > 0
       AND "max_period_amount" > 0 AND "max_period_count" > 0),
     CONSTRAINT "mandates_period_check" CHECK (
       "period" IS NOT NULL AND "period" IN ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY')
       AND "max_transaction_amount" IS NOT NULL
       OR "period" IS NULL AND "max_period_amount" IS NULL AND "max_period_count" IS NULL))`,
  `CREATE INDEX "mandates_newest" ON "mandates" ("customer_app_id", "created_at", "mandate_id")`,
  `CREATE INDEX "mandates_updated_at" ON "mandates" ("customer_app_id", "updated_at")`,
  `CREATE INDEX "mandates_user" ON "mandates" ("customer_app_id", "user_id", "created_at")`,
  `CREATE TABLE "mandate_state_changes" (
     "customer_app_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "mandate_id", "sequence"),
     CONSTRAINT "mandate_state_changes_mandate_fkey" FOREIGN KEY ("customer_app_id", "mandate_id")
       REFERENCES "mandates" ("customer_app_id", "mandate_id"))`,
];
