import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Double entry: a transfer names both of its accounts, so the books balance by construction. */
export class CreateLedger1700000105000 implements MigrationInterface {
  readonly name = 'CreateLedger1700000105000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'ledger_accounts', worker: 'read', appendOnly: true });
    await tenantTable(runner, { table: 'ledger_transfers', worker: 'read', appendOnly: true });
    await tenantTable(runner, {
      table: 'ledger_checkpoints',
      worker: 'write',
      app: 'read',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "ledger_checkpoints", "ledger_transfers", "ledger_accounts"`);
    await runner.query(`DROP FUNCTION current_transaction()`);
  }
}

const STATEMENTS = [
  `CREATE FUNCTION current_transaction() RETURNS bigint LANGUAGE sql VOLATILE AS $$
     SELECT pg_current_xact_id()::text::bigint
   $$`,
  // An account is named by what it is, so that writing a transfer needs no look-up.
  `CREATE TABLE "ledger_accounts" (
     "customer_app_id" text NOT NULL,
     "ledger_account" text NOT NULL,
     "currency" text NOT NULL,
     "kind" text NOT NULL,
     "payment_account_id" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "ledger_accounts_pkey"
       PRIMARY KEY ("customer_app_id", "ledger_account", "currency"),
     CONSTRAINT "ledger_accounts_kind_check"
       CHECK ("kind" IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED')))`,
  // Both foreign keys carry the currency: money of two currencies cannot meet in one transfer.
  // `written_by` is the writing transaction: a checkpoint knows which of them have all ended.
  `CREATE TABLE "ledger_transfers" (
     "customer_app_id" text NOT NULL,
     "ledger_transfer_id" text NOT NULL,
     "kind" text NOT NULL,
     "debit_account" text NOT NULL,
     "credit_account" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "payment_id" text,
     "refund_id" text,
     "occurred_at" timestamptz NOT NULL,
     "written_by" bigint NOT NULL DEFAULT current_transaction(),
     CONSTRAINT "ledger_transfers_pkey" PRIMARY KEY ("customer_app_id", "ledger_transfer_id"),
     CONSTRAINT "ledger_transfers_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "ledger_transfers_two_accounts_check" CHECK ("debit_account" <> "credit_account"),
     CONSTRAINT "ledger_transfers_debit_fkey"
       FOREIGN KEY ("customer_app_id", "debit_account", "currency")
       REFERENCES "ledger_accounts" ("customer_app_id", "ledger_account", "currency"),
     CONSTRAINT "ledger_transfers_credit_fkey"
       FOREIGN KEY ("customer_app_id", "credit_account", "currency")
       REFERENCES "ledger_accounts" ("customer_app_id", "ledger_account", "currency"))`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payment" ON "ledger_transfers"
     ("customer_app_id", "payment_id", "kind") WHERE "payment_id" IS NOT NULL`,
  `CREATE UNIQUE INDEX "ledger_transfers_one_opening" ON "ledger_transfers"
     ("customer_app_id", "credit_account", "currency") WHERE "kind" = 'OPENING_BALANCE'`,
  `CREATE INDEX "ledger_transfers_debit" ON "ledger_transfers"
     ("customer_app_id", "debit_account", "currency", "written_by")`,
  `CREATE INDEX "ledger_transfers_credit" ON "ledger_transfers"
     ("customer_app_id", "credit_account", "currency", "written_by")`,
  `CREATE TABLE "ledger_checkpoints" (
     "customer_app_id" text NOT NULL,
     "ledger_account" text NOT NULL,
     "currency" text NOT NULL,
     "covers_before" bigint NOT NULL,
     "balance" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "ledger_checkpoints_pkey"
       PRIMARY KEY ("customer_app_id", "ledger_account", "currency", "covers_before"),
     CONSTRAINT "ledger_checkpoints_account_fkey"
       FOREIGN KEY ("customer_app_id", "ledger_account", "currency")
       REFERENCES "ledger_accounts" ("customer_app_id", "ledger_account", "currency"))`,
];
