import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bank: mandates, collections, what it was told, and returns in the ledger. */
export class CreateDirectDebit1700000100000 implements MigrationInterface {
  readonly name = 'CreateDirectDebit1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...MANDATES, ...COLLECTIONS, ...INSTRUCTIONS]) {
      await runner.query(statement);
    }
    await runner.query(`ALTER TABLE "ledger_entries"
      DROP CONSTRAINT "ledger_entries_kind_check",
      ADD CONSTRAINT "ledger_entries_kind_check" CHECK ("kind" IN ('CHARGE', 'REFUND', 'RETURN'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Entries are never deleted: returns that were booked stay, new ones are refused.
    await runner.query(`ALTER TABLE "ledger_entries"
      DROP CONSTRAINT "ledger_entries_kind_check",
      ADD CONSTRAINT "ledger_entries_kind_check" CHECK ("kind" IN ('CHARGE', 'REFUND')) NOT VALID`);
    await runner.query(`DROP TABLE "bank_instructions", "debit_collections", "debit_mandates"`);
  }
}

// Account numbers have no column: `outcome`, `last4` and `fingerprint` are what stays of them.
const MANDATES = [
  `CREATE TABLE "debit_mandates" (
     "reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "creditor_account" text NOT NULL,
     "debtor_name" text NOT NULL,
     "currency" text NOT NULL,
     "first_day" text NOT NULL,
     "last_day" text,
     "max_amount" bigint,
     "callback_url" text NOT NULL,
     "request_hash" text NOT NULL,
     "outcome" text NOT NULL,
     "last4" text NOT NULL,
     "fingerprint" text NOT NULL,
     "state" text NOT NULL,
     "reason" jsonb,
     "dda_reference" text NOT NULL,
     "bank_reference" text,
     "due_at" timestamptz,
     "created_at" timestamptz NOT NULL,
     "activated_at" timestamptz,
     "ended_at" timestamptz,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "debit_mandates_pkey" PRIMARY KEY ("reference"))`,
  `CREATE INDEX "debit_mandates_due_at" ON "debit_mandates" ("customer_app_id", "due_at")
     WHERE "due_at" IS NOT NULL`,
];

const COLLECTIONS = [
  `CREATE TABLE "debit_collections" (
     "reference" text NOT NULL,
     "mandate_reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "payment_id" text,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "callback_url" text NOT NULL,
     "request_hash" text NOT NULL,
     "outcome" text NOT NULL,
     "creditor_account" text NOT NULL,
     "state" text NOT NULL,
     "answered_state" text NOT NULL,
     "reason" jsonb,
     "transaction_reference" text,
     "due_at" timestamptz,
     "created_at" timestamptz NOT NULL,
     "paid_at" timestamptz,
     "returned_at" timestamptz,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "debit_collections_pkey" PRIMARY KEY ("reference"),
     CONSTRAINT "debit_collections_mandate_fkey" FOREIGN KEY ("mandate_reference")
       REFERENCES "debit_mandates" ("reference"),
     CONSTRAINT "debit_collections_amount_check" CHECK ("amount" > 0))`,
  `CREATE INDEX "debit_collections_mandate" ON "debit_collections" ("mandate_reference")`,
  `CREATE INDEX "debit_collections_due_at" ON "debit_collections" ("customer_app_id", "due_at")
     WHERE "due_at" IS NOT NULL`,
];

const INSTRUCTIONS = [
  `CREATE TABLE "bank_instructions" (
     "position" bigint GENERATED ALWAYS AS IDENTITY,
     "customer_app_id" text NOT NULL,
     "kind" text NOT NULL,
     "reference" text NOT NULL,
     "told_at" timestamptz NOT NULL,
     CONSTRAINT "bank_instructions_pkey" PRIMARY KEY ("position"))`,
  `CREATE INDEX "bank_instructions_app" ON "bank_instructions" ("customer_app_id")`,
  `CREATE TRIGGER "bank_instructions_append_only" BEFORE UPDATE OR DELETE ON "bank_instructions"
     FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()`,
];
