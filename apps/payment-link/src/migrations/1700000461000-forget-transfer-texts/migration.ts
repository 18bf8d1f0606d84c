import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blanks what the payer wrote with a transfer, and changes nothing else of it. */
const BLANKED = `
  CREATE FUNCTION refuse_all_but_blanking_reference() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.reference IS NULL AND to_jsonb(NEW) - 'reference' = to_jsonb(OLD) - 'reference' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`;
const KEPT = (events: string) => `
  CREATE TRIGGER "incoming_transfers_kept" BEFORE ${events} ON "incoming_transfers"
  FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('received_at', '2557')`;

/** The text of a transfer that names no link may tell who a payer is: it goes when they are erased. */
export class ForgetTransferTexts1700000461000 implements MigrationInterface {
  readonly name = 'ForgetTransferTexts1700000461000';

  async up(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(BLANKED);
    await runner.query(`DROP TRIGGER "incoming_transfers_kept" ON "incoming_transfers"`);
    await runner.query(KEPT('DELETE'));
    await runner.query(`CREATE TRIGGER "incoming_transfers_unchanged" BEFORE UPDATE
      ON "incoming_transfers" FOR EACH ROW EXECUTE FUNCTION refuse_all_but_blanking_reference()`);
    await runner.query(`GRANT UPDATE ("reference") ON "incoming_transfers" TO ${app}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(`REVOKE UPDATE ("reference") ON "incoming_transfers" FROM ${app}`);
    await runner.query(`DROP TRIGGER "incoming_transfers_unchanged" ON "incoming_transfers"`);
    await runner.query(`DROP TRIGGER "incoming_transfers_kept" ON "incoming_transfers"`);
    await runner.query(KEPT('UPDATE OR DELETE'));
    await runner.query(`DROP FUNCTION refuse_all_but_blanking_reference()`);
  }
}
