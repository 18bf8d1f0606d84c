import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges on mandates, and how much of the limits of each period they use. */
export class CreateDirectDebits1700000103000 implements MigrationInterface {
  readonly name = 'CreateDirectDebits1700000103000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'direct_debits', worker: 'read' });
    await tenantTable(runner, {
      table: 'direct_debit_state_changes',
      worker: 'none',
      appendOnly: true,
    });
    await tenantTable(runner, { table: 'mandate_usage', worker: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mandate_usage", "direct_debit_state_changes", "direct_debits"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "direct_debits" (
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "period_start" date,
     "reserved" boolean NOT NULL,
     "failure" jsonb,
     "bank_transaction_reference" text,
     "processor_details" jsonb,
     "sequence" bigint NOT NULL,
     "follow_up_at" timestamptz,
     "follow_ups_asked" integer NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "direct_debits_pkey" PRIMARY KEY ("customer_app_id", "payment_id"),
     CONSTRAINT "direct_debits_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "direct_debits_status_check" CHECK ("status" IN ('RESERVED', 'SUBMITTED',
       'EXECUTED', 'FAILED', 'REVOKED', 'RETURNED')),
     CONSTRAINT "direct_debits_mandate_fkey" FOREIGN KEY ("customer_app_id", "mandate_id")
       REFERENCES "mandates" ("customer_app_id", "mandate_id"))`,
  `CREATE INDEX "direct_debits_mandate" ON "direct_debits"
     ("customer_app_id", "mandate_id", "created_at")`,
  `CREATE INDEX "direct_debits_follow_up" ON "direct_debits" ("customer_app_id", "follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  `CREATE TABLE "direct_debit_state_changes" (
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "direct_debit_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "payment_id", "sequence"),
     CONSTRAINT "direct_debit_state_changes_debit_fkey"
       FOREIGN KEY ("customer_app_id", "payment_id")
       REFERENCES "direct_debits" ("customer_app_id", "payment_id"))`,
  // The last word on the limits: no statement of ours, nor anybody's, gets past it.
  `CREATE TABLE "mandate_usage" (
     "customer_app_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "period_start" date NOT NULL,
     "used_amount" bigint NOT NULL,
     "used_count" bigint NOT NULL,
     "max_amount" bigint,
     "max_count" bigint,
     CONSTRAINT "mandate_usage_pkey"
       PRIMARY KEY ("customer_app_id", "mandate_id", "period_start"),
     CONSTRAINT "mandate_usage_within_limits_check" CHECK (
       "used_amount" >= 0 AND "used_count" >= 0
       AND ("max_amount" IS NULL OR "used_amount" <= "max_amount")
       AND ("max_count" IS NULL OR "used_count" <= "max_count")),
     CONSTRAINT "mandate_usage_mandate_fkey" FOREIGN KEY ("customer_app_id", "mandate_id")
       REFERENCES "mandates" ("customer_app_id", "mandate_id"))`,
];
