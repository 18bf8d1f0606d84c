import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mandates that nobody authorized are closed after their last day too: the index finds them. */
export class EndUnauthorizedMandates1700000112000 implements MigrationInterface {
  readonly name = 'EndUnauthorizedMandates1700000112000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "mandates_over" ON "mandates" ("customer_app_id", "end_date")
      WHERE "status" IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED')
        AND "end_date" IS NOT NULL`);
    await runner.query('DROP INDEX "mandates_end_date"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "mandates_end_date" ON "mandates"
      ("customer_app_id", "end_date") WHERE "status" = 'SUCCEEDED' AND "end_date" IS NOT NULL`);
    await runner.query('DROP INDEX "mandates_over"');
  }
}
