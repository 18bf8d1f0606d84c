import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who approved on the page of a bank, and which consents to read accounts have ended. */
export class CreateBankConsents1700000355000 implements MigrationInterface {
  readonly name = 'CreateBankConsents1700000355000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bank_login_codes" ADD COLUMN "user_id" text`);
    await runner.query(`CREATE TABLE "bank_ended_consents" (
      "session_id" text NOT NULL,
      "ended_at" timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "bank_ended_consents_pkey" PRIMARY KEY ("session_id"))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bank_ended_consents"`);
    await runner.query(`ALTER TABLE "bank_login_codes" DROP COLUMN "user_id"`);
  }
}
