import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts have the order in which their bank sends them, from their next retrieval on. */
export class AccountsInBankOrder1700000502000 implements MigrationInterface {
  readonly name = 'AccountsInBankOrder1700000502000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" ADD COLUMN "bank_order" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" DROP COLUMN "bank_order"`);
  }
}
