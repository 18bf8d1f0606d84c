import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment methods that payers agreed to keep. */
export class CreatePaymentMethods1700000104000 implements MigrationInterface {
  readonly name = 'CreatePaymentMethods1700000104000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'payment_methods', worker: 'none' });
    await tenantTable(runner, {
      table: 'payment_method_state_changes',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payment_method_state_changes", "payment_methods"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "payment_methods" (
     "customer_app_id" text NOT NULL,
     "payment_method_id" text NOT NULL,
     "payment_method_type" text NOT NULL,
     "status" text NOT NULL,
     "live" boolean NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "payment_link_id" text,
     "attempt_id" text,
     "recurring_payment_mode" text,
     "card_details" jsonb,
     "integration_metadata" jsonb,
     "failure" jsonb,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payment_methods_pkey" PRIMARY KEY ("customer_app_id", "payment_method_id"),
     CONSTRAINT "payment_methods_type_check" CHECK ("payment_method_type" IN ('CARD', 'MANDATE')),
     CONSTRAINT "payment_methods_status_check"
       CHECK ("status" IN ('CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED')))`,
  `CREATE UNIQUE INDEX "payment_methods_one_per_attempt" ON "payment_methods"
     ("customer_app_id", "attempt_id") WHERE "attempt_id" IS NOT NULL`,
  `CREATE INDEX "payment_methods_user" ON "payment_methods"
     ("customer_app_id", "user_id", "created_at", "payment_method_id")`,
  `CREATE INDEX "payment_methods_link" ON "payment_methods"
     ("customer_app_id", "payment_link_id")`,
  `CREATE TABLE "payment_method_state_changes" (
     "customer_app_id" text NOT NULL,
     "payment_method_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payment_method_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "payment_method_id", "sequence"),
     CONSTRAINT "payment_method_state_changes_method_fkey"
       FOREIGN KEY ("customer_app_id", "payment_method_id")
       REFERENCES "payment_methods" ("customer_app_id", "payment_method_id"))`,
];
