import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the bank was told to pay out, and what came of it. */
export class CreatePayouts1700000401000 implements MigrationInterface {
  readonly name = 'CreatePayouts1700000401000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bank_payouts"`);
    await runner.query(`DROP INDEX "ledger_entries_one_payout"`);
    // Entries are never deleted: payouts that were booked stay, new ones are refused.
    await runner.query(`ALTER TABLE "ledger_entries"
      DROP CONSTRAINT "ledger_entries_kind_check",
      ADD CONSTRAINT "ledger_entries_kind_check"
        CHECK ("kind" IN ('CHARGE', 'REFUND', 'RETURN')) NOT VALID`);
  }
}

const STATEMENTS = [
  `ALTER TABLE "ledger_entries"
     DROP CONSTRAINT "ledger_entries_kind_check",
     ADD CONSTRAINT "ledger_entries_kind_check"
       CHECK ("kind" IN ('CHARGE', 'REFUND', 'RETURN', 'PAYOUT'))`,
  `CREATE UNIQUE INDEX "ledger_entries_one_payout" ON "ledger_entries"
     ("gateway", "reference") WHERE "kind" = 'PAYOUT'`,
  // Account numbers have no column: last digits and fingerprint are what stays of them.
  `CREATE TABLE "bank_payouts" (
     "reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "debtor_account" text NOT NULL,
     "creditor_name" text NOT NULL,
     "last4" text NOT NULL,
     "fingerprint" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "text" text,
     "request_hash" text NOT NULL,
     "state" text NOT NULL,
     "reason" jsonb,
     "order_reference" text NOT NULL,
     "transaction_reference" text,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "bank_payouts_pkey" PRIMARY KEY ("reference"),
     CONSTRAINT "bank_payouts_state_check" CHECK ("state" IN ('EXECUTED', 'REJECTED')))`,
];
