import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refund of a direct debit knows the payout that sends it. */
export class RefundByPayout1700000472000 implements MigrationInterface {
  readonly name = 'RefundByPayout1700000472000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "refunds" ADD COLUMN "payout_id" text`);
    await runner.query(`CREATE UNIQUE INDEX "refunds_payout" ON "refunds"
      ("customer_app_id", "payout_id") WHERE "payout_id" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "refunds_payout"`);
    await runner.query(`ALTER TABLE "refunds" DROP COLUMN "payout_id"`);
  }
}
