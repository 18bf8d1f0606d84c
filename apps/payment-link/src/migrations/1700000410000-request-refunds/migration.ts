import { asOwner, rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds that customer apps ask for: reserved at the payment, followed up at the gateway. */
export class RequestRefunds1700000410000 implements MigrationInterface {
  readonly name = 'RequestRefunds1700000410000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await asOwner(runner, ['payments', 'payment_disputes'], () => runner.query(DISPUTED));
    // A follow-up job looks for what is due over all tenants.
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT SELECT ON "refunds" TO ${worker}`);
    await runner.query(
      `CREATE POLICY "refunds_worker" ON "refunds" FOR SELECT TO ${worker} USING (true)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`DROP POLICY "refunds_worker" ON "refunds"`);
    await runner.query(`REVOKE SELECT ON "refunds" FROM ${worker}`);
    for (const statement of BACK) await runner.query(statement);
  }
}

const STATEMENTS = [
  `ALTER TABLE "payments" ADD COLUMN "refunds_total" bigint NOT NULL DEFAULT 0,
     ADD COLUMN "disputed_total" bigint NOT NULL DEFAULT 0,
     ADD CONSTRAINT "payments_given_back_check" CHECK ("refunds_total" >= 0
       AND "disputed_total" >= 0
       AND "refunds_total" + "disputed_total" <= "amount" + "surcharge_amount")`,
  `ALTER TABLE "refunds" ADD COLUMN "charge" jsonb, ADD COLUMN "failure" jsonb,
     ADD COLUMN "follow_up_at" timestamptz,
     ADD COLUMN "follow_ups_asked" integer NOT NULL DEFAULT 0`,
  `CREATE INDEX "refunds_due" ON "refunds" ("follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
  `CREATE INDEX "refunds_due_by_app" ON "refunds" ("customer_app_id", "follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  // A payment may have several refunds: what happens once is a transfer of a kind of each.
  `DROP INDEX "ledger_transfers_once_per_payment"`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payment" ON "ledger_transfers"
     ("customer_app_id", "payment_id", "kind")
     WHERE "payment_id" IS NOT NULL AND "dispute_id" IS NULL AND "refund_id" IS NULL`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_refund" ON "ledger_transfers"
     ("customer_app_id", "refund_id", "kind") WHERE "refund_id" IS NOT NULL`,
];

const DISPUTED = `
  UPDATE payments p SET disputed_total = d.total
  FROM (SELECT customer_app_id, payment_id, sum(amount)::bigint AS total FROM payment_disputes
    WHERE status IN ('HELD', 'SETTLED') GROUP BY customer_app_id, payment_id) d
  WHERE p.customer_app_id = d.customer_app_id AND p.payment_id = d.payment_id`;

const BACK = [
  `DROP INDEX "ledger_transfers_once_per_refund"`,
  `DROP INDEX "ledger_transfers_once_per_payment"`,
  `CREATE UNIQUE INDEX "ledger_transfers_once_per_payment" ON "ledger_transfers"
     ("customer_app_id", "payment_id", "kind")
     WHERE "payment_id" IS NOT NULL AND "dispute_id" IS NULL`,
  `DROP INDEX "refunds_due_by_app"`,
  `DROP INDEX "refunds_due"`,
  `ALTER TABLE "refunds" DROP COLUMN "follow_ups_asked", DROP COLUMN "follow_up_at",
     DROP COLUMN "failure", DROP COLUMN "charge"`,
  `ALTER TABLE "payments" DROP CONSTRAINT "payments_given_back_check",
     DROP COLUMN "disputed_total", DROP COLUMN "refunds_total"`,
];
