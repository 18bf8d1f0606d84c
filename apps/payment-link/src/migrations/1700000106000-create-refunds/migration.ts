import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money of a payment on its way back to the payer. */
export class CreateRefunds1700000106000 implements MigrationInterface {
  readonly name = 'CreateRefunds1700000106000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'refunds', worker: 'none' });
    await tenantTable(runner, { table: 'refund_state_changes', worker: 'none', appendOnly: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "refund_state_changes", "refunds"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "refunds" (
     "customer_app_id" text NOT NULL,
     "refund_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "attempt_id" text,
     "kind" text NOT NULL,
     "status" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "reason" text NOT NULL,
     "facts" jsonb NOT NULL,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "refunds_pkey" PRIMARY KEY ("customer_app_id", "refund_id"),
     CONSTRAINT "refunds_amount_check" CHECK ("amount" > 0),
     CONSTRAINT "refunds_status_check"
       CHECK ("status" IN ('CREATED', 'SUBMITTED', 'EXECUTED', 'FAILED')))`,
  // Money that nobody asked for goes back once, however often the gateway tells of it.
  `CREATE UNIQUE INDEX "refunds_one_unexpected_per_attempt" ON "refunds"
     ("customer_app_id", "attempt_id") WHERE "kind" = 'UNEXPECTED_MONEY'`,
  `CREATE INDEX "refunds_payment" ON "refunds" ("customer_app_id", "payment_id")`,
  `CREATE TABLE "refund_state_changes" (
     "customer_app_id" text NOT NULL,
     "refund_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "refund_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "refund_id", "sequence"),
     CONSTRAINT "refund_state_changes_refund_fkey" FOREIGN KEY ("customer_app_id", "refund_id")
       REFERENCES "refunds" ("customer_app_id", "refund_id"))`,
];
