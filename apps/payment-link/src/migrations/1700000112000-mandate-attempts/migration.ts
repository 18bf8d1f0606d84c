import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts by direct debit: their mandates, and the time in which a link waits for one alone. */
export class MandateAttempts1700000112000 implements MigrationInterface {
  readonly name = 'MandateAttempts1700000112000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_attempts" ADD "mandate_id" text`);
    await runner.query(`
      CREATE UNIQUE INDEX "payment_attempts_mandate" ON "payment_attempts"
        ("customer_app_id", "mandate_id") WHERE "mandate_id" IS NOT NULL`);
    await occupiedBy(runner, `'SELECTED', 'AUTHORIZING', 'CONFIRMED', 'CAPTURING', 'SUCCEEDED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await occupiedBy(runner, `'SELECTED', 'AUTHORIZING', 'CAPTURING', 'SUCCEEDED'`);
    await runner.query(`ALTER TABLE "payment_attempts" DROP COLUMN "mandate_id"`);
  }
}

/** A link succeeds at most once, whatever the code does: one open or succeeded attempt each. */
async function occupiedBy(runner: QueryRunner, states: string): Promise<void> {
  await runner.query(`DROP INDEX "payment_attempts_one_per_link"`);
  await runner.query(`
    CREATE UNIQUE INDEX "payment_attempts_one_per_link" ON "payment_attempts"
      ("customer_app_id", "payment_link_id") WHERE "status" IN (${states})`);
}
