import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The older reference that customer apps give a charge; payments of before have lost theirs. */
export class KeepTransactionReferenceIds1700000205000 implements MigrationInterface {
  readonly name = 'KeepTransactionReferenceIds1700000205000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payments" ADD "transaction_reference_id" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payments" DROP COLUMN "transaction_reference_id"`);
  }
}
