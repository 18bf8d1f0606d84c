import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Collections that count in their period although it had no room for them any more are few. */
export class CollectedBeyondLimits1700000108000 implements MigrationInterface {
  readonly name = 'CollectedBeyondLimits1700000108000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "direct_debits_beyond_limits" ON "direct_debits"
        ("customer_app_id", "mandate_id", "period_start")
        WHERE "status" = 'EXECUTED' AND NOT "reserved"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "direct_debits_beyond_limits"`);
  }
}
