import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments: what moved, or should have moved, from a payer to a settlement account. */
export class CreatePayments1700000103000 implements MigrationInterface {
  readonly name = 'CreatePayments1700000103000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'payments', worker: 'none' });
    await tenantTable(runner, {
      table: 'payment_state_changes',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payment_state_changes", "payments"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "payments" (
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "type" text NOT NULL,
     "status" text NOT NULL,
     "live" boolean NOT NULL,
     "amount" bigint NOT NULL,
     "surcharge_amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "sender_type" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "payment_link_id" text,
     "attempt_id" text,
     "payment_method_id" text,
     "mandate_id" text,
     "institution_id" text,
     "description" text,
     "external_transaction_reference" text,
     "recurring_payment_mode" text,
     "metadata" jsonb,
     "failure" jsonb,
     "processor_details" jsonb,
     "card_details" jsonb,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payments_pkey" PRIMARY KEY ("customer_app_id", "payment_id"),
     CONSTRAINT "payments_amount_check" CHECK ("amount" > 0 AND "surcharge_amount" >= 0),
     CONSTRAINT "payments_type_check"
       CHECK ("type" IN ('MANDATE', 'SINGLE', 'CARD', 'MANUAL', 'WALLET')),
     CONSTRAINT "payments_status_check" CHECK ("status" IN ('CREATED', 'AUTHORIZATION_REQUIRED',
       'AUTHORIZING', 'PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVOKED', 'CANCELLED')))`,
  `CREATE UNIQUE INDEX "payments_one_per_attempt" ON "payments" ("customer_app_id", "attempt_id")
     WHERE "attempt_id" IS NOT NULL`,
  `CREATE INDEX "payments_newest" ON "payments" ("customer_app_id", "created_at", "payment_id")`,
  `CREATE INDEX "payments_link" ON "payments" ("customer_app_id", "payment_link_id", "created_at")`,
  `CREATE INDEX "payments_updated_at" ON "payments" ("customer_app_id", "updated_at")`,
  `CREATE INDEX "payments_user" ON "payments" ("customer_app_id", "user_id", "created_at")`,
  `CREATE TABLE "payment_state_changes" (
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payment_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "payment_id", "sequence"),
     CONSTRAINT "payment_state_changes_payment_fkey" FOREIGN KEY ("customer_app_id", "payment_id")
       REFERENCES "payments" ("customer_app_id", "payment_id"))`,
];
