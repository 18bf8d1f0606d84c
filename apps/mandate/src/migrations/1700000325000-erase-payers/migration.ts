import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blanks where a consent came from, and changes nothing else of its proof. */
const BLANKED = `
  CREATE FUNCTION refuse_all_but_blanking_origin() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    origin text[] := ARRAY['client_address', 'user_agent', 'sealed_origin'];
  BEGIN
    IF NEW.client_address IS NULL AND NEW.user_agent IS NULL AND NEW.sealed_origin IS NULL
        AND to_jsonb(NEW) - origin = to_jsonb(OLD) - origin THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`;
const KEPT = (events: string) => `
  CREATE TRIGGER "mandate_consents_kept" BEFORE ${events} ON "mandate_consents"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('recorded_at', '2557')`;

/**
 * Address and browser of a consent are sealed under a key of the payer from now on. Those of earlier
 * consents stand in clear text until the payer is erased.
 */
export class ErasePayers1700000325000 implements MigrationInterface {
  readonly name = 'ErasePayers1700000325000';

  async up(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(`ALTER TABLE "mandate_consents" ADD COLUMN "sealed_origin" bytea`);
    await runner.query(BLANKED);
    await runner.query(`DROP TRIGGER "mandate_consents_kept" ON "mandate_consents"`);
    await runner.query(KEPT('DELETE'));
    await runner.query(`CREATE TRIGGER "mandate_consents_unchanged" BEFORE UPDATE
      ON "mandate_consents" FOR EACH ROW EXECUTE FUNCTION refuse_all_but_blanking_origin()`);
    await runner.query(`GRANT UPDATE ("client_address", "user_agent", "sealed_origin")
      ON "mandate_consents" TO ${app}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(`REVOKE UPDATE ("client_address", "user_agent", "sealed_origin")
      ON "mandate_consents" FROM ${app}`);
    await runner.query(`DROP TRIGGER "mandate_consents_unchanged" ON "mandate_consents"`);
    await runner.query(`DROP TRIGGER "mandate_consents_kept" ON "mandate_consents"`);
    await runner.query(KEPT('DELETE OR UPDATE'));
    await runner.query(`DROP FUNCTION refuse_all_but_blanking_origin()`);
    await runner.query(`ALTER TABLE "mandate_consents" DROP COLUMN "sealed_origin"`);
  }
}
