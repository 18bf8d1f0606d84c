import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is due is found by an index on its instant, whichever customer app it belongs to. */
export class FindDueByIndex1700000490000 implements MigrationInterface {
  readonly name = 'FindDueByIndex1700000490000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const MAY_END = `"status" IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED')
  AND "end_date" IS NOT NULL`;

/** The first instant, UTC, at which the last day is over. */
const OVER_AT = `(("end_date" + 1)::timestamp AT TIME ZONE 'UTC')`;

const UP = [
  `CREATE INDEX "direct_debits_due" ON "direct_debits" ("follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  `CREATE INDEX "mandate_submissions_due" ON "mandate_submissions" ("follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  `CREATE INDEX "mandate_checklists_due" ON "mandate_checklists" ("finish_at")
     WHERE "finish_at" IS NOT NULL`,
  `CREATE INDEX "mandates_due" ON "mandates" (${OVER_AT}) WHERE ${MAY_END}`,
  `CREATE INDEX "mandates_due_by_app" ON "mandates" ("customer_app_id", ${OVER_AT})
     WHERE ${MAY_END}`,
  `DROP INDEX "mandates_over"`,
];

const DOWN = [
  `CREATE INDEX "mandates_over" ON "mandates" ("customer_app_id", "end_date") WHERE ${MAY_END}`,
  `DROP INDEX "mandates_due_by_app"`,
  `DROP INDEX "mandates_due"`,
  `DROP INDEX "mandate_checklists_due"`,
  `DROP INDEX "mandate_submissions_due"`,
  `DROP INDEX "direct_debits_due"`,
];
