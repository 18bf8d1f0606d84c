import {
  keepTable,
  keepTableNoLonger,
  retentionFunction,
  tenantTable,
  type KeptTable,
} from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** 7 years, two of them leap years. */
const DAYS = 2_557;

/** Money from settlement accounts to payment users, and what the ledger holds for it. */
export class CreatePayouts1700000400000 implements MigrationInterface {
  readonly name = 'CreatePayouts1700000400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'payouts', worker: 'read' });
    await tenantTable(runner, { table: 'payout_state_changes', worker: 'none', appendOnly: true });
    for (const kept of KEPT) await keepTable(runner, kept);
    await retentionFunction(runner, { name: 'delete_old_payouts', body: DELETE_OLD });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION delete_old_payouts(integer)`);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
    await runner.query(`DROP TABLE "payout_state_changes", "payouts"`);
    for (const statement of BACK) await runner.query(statement);
  }
}

const KEPT: readonly KeptTable[] = [
  { table: 'payouts', column: 'updated_at', days: DAYS, appendOnly: false },
  { table: 'payout_state_changes', column: 'occurred_at', days: DAYS, appendOnly: true },
];

const STATEMENTS = [
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check" CHECK
       ("kind" IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED', 'PAYOUT'))`,
  `ALTER TABLE "ledger_transfers" ADD COLUMN "payout_id" text`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payout" ON "ledger_transfers"
     ("customer_app_id", "payout_id", "kind") WHERE "payout_id" IS NOT NULL`,
  `CREATE TABLE "payouts" (
     "customer_app_id" text NOT NULL,
     "payout_id" text NOT NULL,
     "type" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "live" boolean NOT NULL,
     "sender_account_id" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "mandate_id" text,
     "scheduled_date" date,
     "description" text,
     "external_transaction_reference" text,
     "metadata" jsonb,
     "failure" jsonb,
     "processor_reference" text,
     "bank_transaction_reference" text,
     "submitted_at" timestamptz,
     "executed_at" timestamptz,
     "due_at" timestamptz,
     "questions_asked" integer NOT NULL,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payouts_pkey" PRIMARY KEY ("customer_app_id", "payout_id"),
     CONSTRAINT "payouts_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "payouts_type_check"
       CHECK ("type" IN ('MANUAL', 'SCHEDULED', 'SETTLEMENT', 'ON_DEMAND')),
     CONSTRAINT "payouts_status_check" CHECK ("status" IN ('CREATED', 'PROCESSING',
       'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED', 'EXECUTED', 'FAILED', 'CANCELLED')))`,
  `CREATE INDEX "payouts_created_at" ON "payouts" USING brin ("created_at")`,
  `CREATE INDEX "payouts_newest" ON "payouts" ("customer_app_id", "created_at", "payout_id")`,
  `CREATE INDEX "payouts_updated_at" ON "payouts" ("customer_app_id", "updated_at")`,
  `CREATE INDEX "payouts_user" ON "payouts" ("customer_app_id", "user_id", "created_at")`,
  // What waits for an instant: over all apps by real time, and per app for clocks that run ahead.
  `CREATE INDEX "payouts_due" ON "payouts" ("due_at") WHERE "due_at" IS NOT NULL`,
  `CREATE INDEX "payouts_due_by_app" ON "payouts" ("customer_app_id", "due_at")
     WHERE "due_at" IS NOT NULL`,
  `CREATE TABLE "payout_state_changes" (
     "customer_app_id" text NOT NULL,
     "payout_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payout_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "payout_id", "sequence"),
     CONSTRAINT "payout_state_changes_payout_fkey" FOREIGN KEY ("customer_app_id", "payout_id")
       REFERENCES "payouts" ("customer_app_id", "payout_id"))`,
];

const BACK = [
  `DROP INDEX "ledger_transfers_once_per_payout"`,
  `ALTER TABLE "ledger_transfers" DROP COLUMN "payout_id"`,
  // Accounts that no payout used are opened again when they are needed.
  `ALTER TABLE "ledger_accounts" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`,
  `DELETE FROM "ledger_accounts" a WHERE "kind" = 'PAYOUT' AND NOT EXISTS (
     SELECT FROM "ledger_transfers" t WHERE t.customer_app_id = a.customer_app_id
       AND a.ledger_account IN (t.debit_account, t.credit_account))`,
  `ALTER TABLE "ledger_accounts" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`,
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check"
       CHECK ("kind" IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED'))`,
];

const CUT = `now() - interval '${DAYS} days'`;

/** Only what has come to its end: what is still due, or under way, stays. */
const DELETE_OLD = `
  WITH old AS (
    SELECT customer_app_id, payout_id FROM payouts p
    WHERE created_at < ${CUT} AND updated_at < ${CUT}
      AND status IN ('EXECUTED', 'FAILED', 'CANCELLED')
      AND NOT EXISTS (SELECT FROM payout_state_changes c
        WHERE c.customer_app_id = p.customer_app_id AND c.payout_id = p.payout_id
          AND c.occurred_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM settled_entries s
        WHERE s.customer_app_id = p.customer_app_id AND s.subject = p.payout_id
          AND s.settled_at >= ${CUT})
      AND NOT EXISTS (SELECT FROM reconciliation_differences d
        WHERE d.customer_app_id = p.customer_app_id AND d.subject = p.payout_id
          AND (d.found_at >= ${CUT} OR d.closed_at IS NULL))
    LIMIT $1),
  no_settled AS (DELETE FROM settled_entries
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_differences AS (DELETE FROM reconciliation_differences
    WHERE (customer_app_id, subject) IN (SELECT * FROM old)),
  no_changes AS (DELETE FROM payout_state_changes
    WHERE (customer_app_id, payout_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payouts
    WHERE (customer_app_id, payout_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;
