import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the sender of a payout pays for it. */
export class ChargeForPayouts1700000486000 implements MigrationInterface {
  readonly name = 'ChargeForPayouts1700000486000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payouts"
      ADD COLUMN "fee_amount" bigint NOT NULL DEFAULT 0,
      ADD CONSTRAINT "payouts_fee_check" CHECK ("fee_amount" >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payouts" DROP COLUMN "fee_amount"`);
  }
}
