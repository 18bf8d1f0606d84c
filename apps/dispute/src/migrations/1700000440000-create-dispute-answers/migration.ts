import {
  keepTable,
  keepTableNoLonger,
  retentionFunction,
  tenantTable,
  type KeptTable,
} from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deleteOldDisputes } from './functions.js';

/** 7 years, two of them leap years. */
const DAYS = 2_557;
const KEPT: KeptTable = {
  table: 'dispute_answers',
  column: 'answered_at',
  days: DAYS,
  appendOnly: false,
};

/** What merchants told processors about disputes. */
export class CreateDisputeAnswers1700000440000 implements MigrationInterface {
  readonly name = 'CreateDisputeAnswers1700000440000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'dispute_answers', worker: 'read' });
    await keepTable(runner, KEPT);
    await replaceFunction(runner, deleteOldDisputes(DAYS, { withAnswers: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceFunction(runner, deleteOldDisputes(DAYS, { withAnswers: false }));
    await keepTableNoLonger(runner, KEPT);
    await runner.query(`DROP TABLE "dispute_answers"`);
  }
}

async function replaceFunction(runner: QueryRunner, body: string): Promise<void> {
  await runner.query(`DROP FUNCTION delete_old_disputes(integer)`);
  await retentionFunction(runner, { name: 'delete_old_disputes', body });
}

const STATEMENTS = [
  // `follow_up_at` is on the app's clock, `settled_at` real time.
  `CREATE TABLE "dispute_answers" (
     "customer_app_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "number" bigint NOT NULL,
     "kind" text NOT NULL,
     "evidence_digest" text,
     "asks" integer NOT NULL,
     "follow_up_at" timestamptz,
     "answered_at" timestamptz NOT NULL,
     "outcome" text,
     "settled_at" timestamptz,
     CONSTRAINT "dispute_answers_pkey" PRIMARY KEY ("customer_app_id", "dispute_id", "number"),
     CONSTRAINT "dispute_answers_dispute_fkey" FOREIGN KEY ("customer_app_id", "dispute_id")
       REFERENCES "disputes" ("customer_app_id", "dispute_id"),
     CONSTRAINT "dispute_answers_kind_check" CHECK ("kind" IN ('ACCEPT', 'DEFEND')),
     CONSTRAINT "dispute_answers_settled_check"
       CHECK (("settled_at" IS NULL) = ("outcome" IS NULL)))`,
  `CREATE UNIQUE INDEX "dispute_answers_open" ON "dispute_answers"
     ("customer_app_id", "dispute_id") WHERE "settled_at" IS NULL`,
  `CREATE INDEX "dispute_answers_due" ON "dispute_answers" ("customer_app_id", "follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  `CREATE INDEX "dispute_answers_due_first" ON "dispute_answers" ("follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
];
