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

/** Bank transfers of payers: what arrived, what became of it, and money that names no link. */
export class ReceiveTransfers1700000460000 implements MigrationInterface {
  readonly name = 'ReceiveTransfers1700000460000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    const table = 'incoming_transfers';
    await tenantTable(runner, { table, worker: 'none', appendOnly: true });
    await keepTable(runner, KEPT);
    await retentionFunction(runner, { name: 'delete_old_incoming_transfers', body: DELETE_OLD });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION delete_old_incoming_transfers(integer)`);
    await keepTableNoLonger(runner, KEPT);
    for (const statement of BACK) await runner.query(statement);
  }
}

const KEPT: KeptTable = {
  table: 'incoming_transfers',
  column: 'received_at',
  days: DAYS,
  appendOnly: true,
};

const STATEMENTS = [
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("kind" IN
       ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED', 'PAYOUT', 'UNMATCHED'))`,
  // The reference that a payer is told is the end of the ID of the link.
  `CREATE INDEX "payment_attempts_transfer" ON "payment_attempts"
     ("customer_app_id", right("payment_link_id", 12)) WHERE "payment_method_type" = 'MANUAL'`,
  `CREATE TABLE "incoming_transfers" (
     "customer_app_id" text NOT NULL,
     "incoming_transfer_id" text NOT NULL,
     "reference" text,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "outcome" text NOT NULL,
     "cause" text,
     "payment_account_id" text NOT NULL,
     "payment_id" text,
     "refund_id" text,
     "received_at" timestamptz NOT NULL,
     CONSTRAINT "incoming_transfers_pkey" PRIMARY KEY ("customer_app_id", "incoming_transfer_id"),
     CONSTRAINT "incoming_transfers_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "incoming_transfers_outcome_check"
       CHECK ("outcome" IN ('PAID', 'OVERPAID', 'RETURNED', 'UNMATCHED')),
     CONSTRAINT "incoming_transfers_matched_check"
       CHECK (("outcome" = 'UNMATCHED') = ("payment_id" IS NULL)),
     CONSTRAINT "incoming_transfers_returned_check"
       CHECK (("outcome" IN ('OVERPAID', 'RETURNED')) = ("refund_id" IS NOT NULL)))`,
  `CREATE INDEX "incoming_transfers_received_at" ON "incoming_transfers"
     USING brin ("received_at")`,
  `CREATE INDEX "incoming_transfers_payment" ON "incoming_transfers"
     ("customer_app_id", "payment_id") WHERE "payment_id" IS NOT NULL`,
  // What an operator looks at, and what the books are held against.
  `CREATE INDEX "incoming_transfers_unmatched" ON "incoming_transfers"
     ("customer_app_id", "payment_account_id", "currency") WHERE "outcome" = 'UNMATCHED'`,
  // A payment is paid by one transfer.
  `CREATE UNIQUE INDEX "incoming_transfers_once_per_payment" ON "incoming_transfers"
     ("customer_app_id", "payment_id") WHERE "outcome" IN ('PAID', 'OVERPAID')`,
];

const BACK = [
  `DROP TABLE "incoming_transfers"`,
  `DROP INDEX "payment_attempts_transfer"`,
  // Accounts in which no money is kept are opened again when they are needed.
  `ALTER TABLE "ledger_accounts" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`,
  `DELETE FROM "ledger_accounts" a WHERE "kind" = 'UNMATCHED' AND NOT EXISTS (
     SELECT FROM "ledger_transfers" t WHERE t.customer_app_id = a.customer_app_id
       AND a.ledger_account IN (t.debit_account, t.credit_account))`,
  `ALTER TABLE "ledger_accounts" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`,
  `ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
     ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("kind" IN
       ('SETTLEMENT', 'CLEARING', 'FUNDING', 'UNEXPECTED', 'DISPUTED', 'PAYOUT'))`,
];

/** Money that is still unmatched stays: its row is all that tells where it came from. */
const DELETE_OLD = `
  WITH old AS (
    SELECT customer_app_id, incoming_transfer_id FROM incoming_transfers
    WHERE received_at < now() - interval '${DAYS} days' AND outcome <> 'UNMATCHED' LIMIT $1),
  gone AS (DELETE FROM incoming_transfers
    WHERE (customer_app_id, incoming_transfer_id) IN (SELECT * FROM old) RETURNING 1)
  SELECT count(*) FROM gone`;
