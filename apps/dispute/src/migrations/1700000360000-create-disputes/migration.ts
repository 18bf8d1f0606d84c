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

/** Disputes, their history, and what processors sent about them. */
export class CreateDisputes1700000360000 implements MigrationInterface {
  readonly name = 'CreateDisputes1700000360000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'disputes', worker: 'read' });
    await tenantTable(runner, { table: 'dispute_state_changes', worker: 'none', appendOnly: true });
    // Kept by the worker: a notification may name an app that this service does not know yet.
    await tenantTable(runner, { table: 'processor_notifications', worker: 'write' });
    for (const kept of KEPT) await keepTable(runner, kept);
    await retentionFunction(runner, { name: 'delete_old_disputes', body: DELETE_OLD_DISPUTES });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION delete_old_disputes(integer)`);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
    await runner.query(`DROP FUNCTION refuse_early_delete()`);
    await runner.query(`DROP TABLE "processor_notifications", "dispute_state_changes", "disputes"`);
  }
}

const KEPT: readonly KeptTable[] = [
  { table: 'disputes', column: 'updated_at', days: DAYS, appendOnly: false },
  { table: 'dispute_state_changes', column: 'occurred_at', days: DAYS, appendOnly: true },
];

const STATEMENTS = [
  // `report` is the latest that the processor said; `position` orders what it said.
  `CREATE TABLE "disputes" (
     "customer_app_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "processor_reference" text NOT NULL,
     "payment_id" text NOT NULL,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "payment_reference" text,
     "status" text NOT NULL,
     "report" jsonb NOT NULL,
     "reminded_days" integer,
     "due_at" timestamptz,
     "sequence" bigint NOT NULL,
     "position" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "disputes_pkey" PRIMARY KEY ("customer_app_id", "dispute_id"),
     CONSTRAINT "disputes_status_check" CHECK ("status" IN
       ('ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING', 'ACCEPTED', 'LOST', 'WON')))`,
  `CREATE UNIQUE INDEX "disputes_processor_reference" ON "disputes"
     ("customer_app_id", "integration_id", "processor_reference")`,
  `CREATE INDEX "disputes_newest" ON "disputes" ("customer_app_id", "created_at", "dispute_id")`,
  `CREATE INDEX "disputes_status" ON "disputes"
     ("customer_app_id", "status", "created_at", "dispute_id")`,
  `CREATE INDEX "disputes_updated_at" ON "disputes" ("customer_app_id", "updated_at", "status")`,
  `CREATE INDEX "disputes_due" ON "disputes" ("customer_app_id", "due_at")
     WHERE "due_at" IS NOT NULL`,
  `CREATE INDEX "disputes_due_first" ON "disputes" ("due_at") WHERE "due_at" IS NOT NULL`,
  `CREATE TABLE "dispute_state_changes" (
     "customer_app_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "dispute_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "dispute_id", "sequence"),
     CONSTRAINT "dispute_state_changes_dispute_fkey" FOREIGN KEY ("customer_app_id", "dispute_id")
       REFERENCES "disputes" ("customer_app_id", "dispute_id"))`,
  // `try_at` is real time: what is not settled by then is tried again.
  `CREATE TABLE "processor_notifications" (
     "customer_app_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "event_id" text NOT NULL,
     "processor_reference" text,
     "sealed_body" bytea NOT NULL,
     "received_at" timestamptz NOT NULL,
     "tries" integer NOT NULL,
     "try_at" timestamptz,
     "waits_for" text,
     "outcome" text,
     "settled_at" timestamptz,
     CONSTRAINT "processor_notifications_pkey"
       PRIMARY KEY ("customer_app_id", "integration_id", "event_id"),
     CONSTRAINT "processor_notifications_settled_check"
       CHECK (("settled_at" IS NULL) = ("outcome" IS NULL)))`,
  `CREATE INDEX "processor_notifications_try" ON "processor_notifications" ("try_at")
     WHERE "try_at" IS NOT NULL`,
  `CREATE INDEX "processor_notifications_settled" ON "processor_notifications"
     USING brin ("settled_at")`,
];

/** Oldest first by when they were made, which is the order in which they lie on disk. */
const DELETE_OLD_DISPUTES = `
  WITH old AS (
    SELECT customer_app_id, dispute_id FROM disputes d
    WHERE updated_at < now() - interval '${DAYS} days'
      AND NOT EXISTS (SELECT FROM dispute_state_changes c
        WHERE c.customer_app_id = d.customer_app_id AND c.dispute_id = d.dispute_id
          AND occurred_at >= now() - interval '${DAYS} days')
    LIMIT $1),
  changes AS (
    DELETE FROM dispute_state_changes USING old
    WHERE dispute_state_changes.customer_app_id = old.customer_app_id
      AND dispute_state_changes.dispute_id = old.dispute_id),
  gone AS (
    DELETE FROM disputes USING old
    WHERE disputes.customer_app_id = old.customer_app_id
      AND disputes.dispute_id = old.dispute_id
    RETURNING 1)
  SELECT count(*) FROM gone`;
