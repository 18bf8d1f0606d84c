import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A lease was a due time on the clock of the app. Jobs that a process has at present keep that form
 * until they are changed; on the way back each lease becomes one again.
 */
export class LeaseJobsInRealTime1700000500000 implements MigrationInterface {
  readonly name = 'LeaseJobsInRealTime1700000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "link_jobs" ADD COLUMN "leased_until" timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE "link_jobs" SET "due_at" = "due_at" + ("leased_until" - now())
       WHERE "leased_until" > now()`,
    );
    await runner.query(`ALTER TABLE "link_jobs" DROP COLUMN "leased_until"`);
  }
}
