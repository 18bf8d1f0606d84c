import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bills of an external billing system, and the payments that name them. */
export class CreateBills1700000421000 implements MigrationInterface {
  readonly name = 'CreateBills1700000421000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'bills', worker: 'read' });
    await tenantTable(runner, { table: 'bill_state_changes', worker: 'none', appendOnly: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "payments_reference"`);
    await runner.query(`DROP TABLE "bill_state_changes", "bills"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "bills" (
     "customer_app_id" text NOT NULL,
     "bill_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "external_bill_id" text NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "bill_reference_id" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "description" text,
     "bill_date" timestamptz,
     "due_date" timestamptz,
     "is_autopay_eligible" boolean NOT NULL,
     "ext_metadata" jsonb,
     "metadata" jsonb,
     "autopay_at" timestamptz,
     "autopay_payment_id" text,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "bills_pkey" PRIMARY KEY ("customer_app_id", "bill_id"),
     CONSTRAINT "bills_source_key" UNIQUE ("customer_app_id", "integration_id", "external_bill_id"),
     CONSTRAINT "bills_reference_key"
       UNIQUE ("customer_app_id", "user_id", "currency", "bill_reference_id"),
     CONSTRAINT "bills_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "bills_status_check"
       CHECK ("status" IN ('UNPAID', 'PAID', 'CANCELLED', 'FAILED')))`,
  `CREATE INDEX "bills_list" ON "bills" ("customer_app_id", "created_at", "bill_id")`,
  `CREATE INDEX "bills_autopay_due" ON "bills" ("autopay_at") WHERE "autopay_at" IS NOT NULL`,
  `CREATE INDEX "bills_autopay_due_of_app" ON "bills" ("customer_app_id", "autopay_at")
     WHERE "autopay_at" IS NOT NULL`,
  `CREATE TABLE "bill_state_changes" (
     "customer_app_id" text NOT NULL,
     "bill_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "bill_state_changes_pkey" PRIMARY KEY ("customer_app_id", "bill_id", "sequence"),
     CONSTRAINT "bill_state_changes_bill_fkey" FOREIGN KEY ("customer_app_id", "bill_id")
       REFERENCES "bills" ("customer_app_id", "bill_id"))`,
  `CREATE INDEX "payments_reference" ON "payments"
     ("customer_app_id", "user_id", "external_transaction_reference")
     WHERE "external_transaction_reference" IS NOT NULL`,
];
