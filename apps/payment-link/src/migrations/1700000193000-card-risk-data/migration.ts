import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a card gateway tells of the browser that a stored card was typed in, encrypted. */
export class CardRiskData1700000193000 implements MigrationInterface {
  readonly name = 'CardRiskData1700000193000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_methods" ADD "risk_data_sealed" bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_methods" DROP COLUMN "risk_data_sealed"`);
  }
}
