import { readInRetention, readInRetentionNoLonger, rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The cards of an address count over all customer apps; an app learns nothing but the number. */
export class CardsOverAllApps1700000512000 implements MigrationInterface {
  readonly name = 'CardsOverAllApps1700000512000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "card_submissions_address"`);
    await runner.query(`CREATE INDEX "card_submissions_address" ON "card_submissions"
      ("address_hash", "submitted_at")`);
    await readInRetention(runner, 'card_submissions');
    const { app } = await rolesOf(runner);
    await runner.query(`
      CREATE FUNCTION "card_submissions_of"(
        text, OUT "submitted" bigint, OUT "retry_after_s" integer)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT count(*),
          ceil(extract(epoch FROM min(submitted_at) - (now() - interval '1 hour')))::int
        FROM card_submissions
        WHERE address_hash = $1 AND submitted_at > now() - interval '1 hour' $$`);
    await runner.query(`REVOKE ALL ON FUNCTION "card_submissions_of"(text) FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION "card_submissions_of"(text) TO ${app}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION "card_submissions_of"(text)`);
    await readInRetentionNoLonger(runner, 'card_submissions');
    await runner.query(`DROP INDEX "card_submissions_address"`);
    await runner.query(`CREATE INDEX "card_submissions_address" ON "card_submissions"
      ("customer_app_id", "address_hash", "submitted_at")`);
  }
}
