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

/** What disputes do to the books: held, released, settled. */
export class CreatePaymentDisputes1700000365000 implements MigrationInterface {
  readonly name = 'CreatePaymentDisputes1700000365000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'payment_disputes', worker: 'none' });
    const changes = 'payment_dispute_state_changes';
    await tenantTable(runner, { table: changes, worker: 'none', appendOnly: true });
    for (const kept of KEPT) await keepTable(runner, kept);
    await retentionFunction(runner, { name: 'delete_old_payment_disputes', body: DELETE_OLD });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION delete_old_payment_disputes(integer)`);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
    await runner.query(`DROP TABLE "payment_dispute_state_changes", "payment_disputes"`);
    for (const statement of BACK) await runner.query(statement);
  }
}

const KEPT: readonly KeptTable[] = [
  { table: 'payment_disputes', column: 'updated_at', days: DAYS, appendOnly: false },
  { table: 'payment_dispute_state_changes', column: 'occurred_at', days: DAYS, appendOnly: true },
];

const STATEMENTS = [
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check"
       CHECK ("kind" IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED'))`,
  // `dispute_sequence` is that of the dispute's event: it moves money once.
  `ALTER TABLE "ledger_transfers" ADD COLUMN "dispute_id" text,
     ADD COLUMN "dispute_sequence" bigint`,
  `DROP INDEX "ledger_transfers_once_per_payment"`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payment" ON "ledger_transfers"
     ("customer_app_id", "payment_id", "kind")
     WHERE "payment_id" IS NOT NULL AND "dispute_id" IS NULL`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_dispute_event" ON "ledger_transfers"
     ("customer_app_id", "dispute_id", "dispute_sequence", "kind") WHERE "dispute_id" IS NOT NULL`,
  `CREATE TABLE "payment_disputes" (
     "customer_app_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "currency" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "fee" bigint NOT NULL,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payment_disputes_pkey" PRIMARY KEY ("customer_app_id", "dispute_id"),
     CONSTRAINT "payment_disputes_amounts_check" CHECK ("amount" >= 0 AND "fee" >= 0),
     CONSTRAINT "payment_disputes_status_check"
       CHECK ("status" IN ('HELD', 'RELEASED', 'SETTLED')))`,
  `CREATE INDEX "payment_disputes_payment" ON "payment_disputes" ("customer_app_id", "payment_id")`,
  `CREATE TABLE "payment_dispute_state_changes" (
     "customer_app_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payment_dispute_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "dispute_id", "sequence"),
     CONSTRAINT "payment_dispute_state_changes_dispute_fkey"
       FOREIGN KEY ("customer_app_id", "dispute_id")
       REFERENCES "payment_disputes" ("customer_app_id", "dispute_id"))`,
];

const BACK = [
  `DROP INDEX "ledger_transfers_once_per_dispute_event"`,
  `DROP INDEX "ledger_transfers_once_per_payment"`,
  `ALTER TABLE "ledger_transfers" DROP COLUMN "dispute_sequence", DROP COLUMN "dispute_id"`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payment" ON "ledger_transfers"
     ("customer_app_id", "payment_id", "kind") WHERE "payment_id" IS NOT NULL`,
  // Accounts that no dispute used are opened again when they are needed.
  `ALTER TABLE "ledger_accounts" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`,
  `DELETE FROM "ledger_accounts" a WHERE "kind" = 'DISPUTED' AND NOT EXISTS (
     SELECT FROM "ledger_transfers" t WHERE t.customer_app_id = a.customer_app_id
       AND a.ledger_account IN (t.debit_account, t.credit_account))`,
  `ALTER TABLE "ledger_accounts" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`,
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check"
       CHECK ("kind" IN ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED'))`,
];

const DELETE_OLD = `
  WITH old AS (
    SELECT customer_app_id, dispute_id FROM payment_disputes d
    WHERE updated_at < now() - interval '${DAYS} days'
      AND NOT EXISTS (SELECT FROM payment_dispute_state_changes c
        WHERE c.customer_app_id = d.customer_app_id AND c.dispute_id = d.dispute_id
          AND occurred_at >= now() - interval '${DAYS} days')
    LIMIT $1),
  changes AS (DELETE FROM payment_dispute_state_changes
    WHERE (customer_app_id, dispute_id) IN (SELECT * FROM old)),
  gone AS (DELETE FROM payment_disputes
    WHERE (customer_app_id, dispute_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;
