import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A scheduled payout knows the payment that pulls its funds. */
export class SchedulePayouts1700000470000 implements MigrationInterface {
  readonly name = 'SchedulePayouts1700000470000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payouts" ADD COLUMN "funding_payment_id" text`);
    await runner.query(`CREATE UNIQUE INDEX "payouts_funding_payment" ON "payouts"
      ("customer_app_id", "funding_payment_id") WHERE "funding_payment_id" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "payouts_funding_payment"`);
    await runner.query(`ALTER TABLE "payouts" DROP COLUMN "funding_payment_id"`);
  }
}
