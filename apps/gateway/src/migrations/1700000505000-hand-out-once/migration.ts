import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A login has one first pair, and a page session one code, however often they are requested. */
export class HandOutOnce1700000505000 implements MigrationInterface {
  readonly name = 'HandOutOnce1700000505000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "link_codes_session", "refresh_families_authentication"`);
    await runner.query(`ALTER TABLE "link_codes" DROP "session_id", DROP "code_sealed"`);
    await runner.query(
      `ALTER TABLE "refresh_families" DROP "authentication_id", DROP "first_pair_sealed"`,
    );
  }
}

const STATEMENTS = [
  `ALTER TABLE "refresh_families" ADD "authentication_id" text, ADD "first_pair_sealed" bytea`,
  `CREATE UNIQUE INDEX "refresh_families_authentication" ON "refresh_families"
     ("customer_app_id", "authentication_id") WHERE "authentication_id" IS NOT NULL`,
  `ALTER TABLE "link_codes" ADD "session_id" text, ADD "code_sealed" bytea`,
  `CREATE UNIQUE INDEX "link_codes_session" ON "link_codes" ("customer_app_id", "session_id")
     WHERE "session_id" IS NOT NULL`,
];
