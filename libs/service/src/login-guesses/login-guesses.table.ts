import { readInRetention, rolesOf, tenantTable, type RetentionRule } from '@towpath/persistence';
import type { QueryRunner } from 'typeorm';

/** For the migration of a service whose users log in at institutions. */
export async function createLoginGuesses(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE "login_guesses" (
      "customer_app_id" text NOT NULL,
      "guess_id" text NOT NULL,
      "limited_by" text NOT NULL,
      "made_at" timestamptz NOT NULL,
      CONSTRAINT "login_guesses_pkey" PRIMARY KEY ("customer_app_id", "guess_id", "limited_by"))`);
  await runner.query(
    `CREATE INDEX "login_guesses_limit" ON "login_guesses" ("limited_by", "made_at")`,
  );
  await runner.query(`CREATE INDEX "login_guesses_made_at" ON "login_guesses" ("made_at")`);
  await tenantTable(runner, { table: 'login_guesses', worker: 'write' });
  // A limit counts over all apps, and an app learns nothing but the number.
  await readInRetention(runner, 'login_guesses');
  const { app } = await rolesOf(runner);
  await runner.query(`
    CREATE FUNCTION "login_guesses_since"(text, timestamptz) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT count(*) FROM login_guesses WHERE limited_by = $1 AND made_at > $2 $$`);
  await runner.query(`REVOKE ALL ON FUNCTION "login_guesses_since"(text, timestamptz) FROM PUBLIC`);
  await runner.query(
    `GRANT EXECUTE ON FUNCTION "login_guesses_since"(text, timestamptz) TO ${app}`,
  );
}

/** Reverts `createLoginGuesses`, for a migration's `down`. */
export async function dropLoginGuesses(runner: QueryRunner): Promise<void> {
  await runner.query(`DROP FUNCTION "login_guesses_since"(text, timestamptz)`);
  await runner.query(`DROP TABLE "login_guesses"`);
}

export const loginGuessRetention: RetentionRule = {
  table: 'login_guesses',
  column: 'made_at',
  days: 1,
  reason: 'limits look back one hour, those of a page as long as its session: at most 8.5 hours',
};
