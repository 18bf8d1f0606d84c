import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The banks of payers: wrong one-time passwords, and the codes of their own pages. */
export class CreateBankLogins1700000200000 implements MigrationInterface {
  readonly name = 'CreateBankLogins1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bank_login_codes", "bank_logins"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "bank_logins" (
     "login" text NOT NULL,
     "wrong_otps" integer NOT NULL,
     CONSTRAINT "bank_logins_pkey" PRIMARY KEY ("login"))`,
  `CREATE TABLE "bank_login_codes" (
     "code" text NOT NULL,
     "state" text NOT NULL,
     "outcome" text NOT NULL,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "bank_login_codes_pkey" PRIMARY KEY ("code"))`,
];
