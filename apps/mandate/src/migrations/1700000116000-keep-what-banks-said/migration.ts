import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bank's own code and sentence, beside the words that we tell others. */
export class KeepWhatBanksSaid1700000116000 implements MigrationInterface {
  readonly name = 'KeepWhatBanksSaid1700000116000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "bank_reason" jsonb`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "bank_reason"`);
    }
  }
}

const TABLES = ['mandate_submissions', 'direct_debits'] as const;
