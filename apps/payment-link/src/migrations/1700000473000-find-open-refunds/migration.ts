import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A call-back names a charge: what the gateway has not decided of its refunds is found by it. */
export class FindOpenRefunds1700000473000 implements MigrationInterface {
  readonly name = 'FindOpenRefunds1700000473000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "refunds_open_by_charge" ON "refunds"
      ("customer_app_id", ("charge" ->> 'reference')) WHERE "status" = 'SUBMITTED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "refunds_open_by_charge"`);
  }
}
