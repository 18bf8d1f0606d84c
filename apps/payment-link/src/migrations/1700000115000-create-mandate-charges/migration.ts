import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments by direct debit: what was asked of the mandate, what the bank told and took back. */
export class CreateMandateCharges1700000115000 implements MigrationInterface {
  readonly name = 'CreateMandateCharges1700000115000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'mandate_charges', worker: 'read' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mandate_charges"`);
    await runner.query(`
      ALTER TABLE "payments"
        DROP COLUMN "sender_account_id", DROP COLUMN "dda_reference",
        DROP COLUMN "bank_transaction_reference", DROP COLUMN "amount_returned",
        DROP COLUMN "returned_at", DROP COLUMN "return_reason"`);
    await runner.query(`DROP INDEX "payments_mandate"`);
  }
}

const STATEMENTS = [
  `ALTER TABLE "payments"
     ADD COLUMN "sender_account_id" text,
     ADD COLUMN "dda_reference" text,
     ADD COLUMN "bank_transaction_reference" text,
     ADD COLUMN "amount_returned" bigint,
     ADD COLUMN "returned_at" timestamptz,
     ADD COLUMN "return_reason" text,
     ADD CONSTRAINT "payments_returned_check" CHECK ("amount_returned" IS NULL
       OR "amount_returned" > 0 AND "returned_at" IS NOT NULL AND "status" = 'EXECUTED')`,
  `CREATE INDEX "payments_mandate" ON "payments" ("customer_app_id", "mandate_id", "created_at")
     WHERE "mandate_id" IS NOT NULL`,
  `CREATE TABLE "mandate_charges" (
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "payment" jsonb,
     "bank" jsonb NOT NULL,
     "refusal" jsonb,
     "follow_up_at" timestamptz,
     "follow_ups_asked" integer NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_charges_pkey" PRIMARY KEY ("customer_app_id", "payment_id"),
     CONSTRAINT "mandate_charges_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "mandate_charges_status_check"
       CHECK ("status" IN ('STARTED', 'ACCEPTED', 'REFUSED')))`,
  `CREATE INDEX "mandate_charges_follow_up" ON "mandate_charges"
     ("customer_app_id", "follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
];
