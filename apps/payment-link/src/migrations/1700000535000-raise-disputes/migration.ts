import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The disputed amount stays known when less of it could be held. */
export class RaiseDisputes1700000535000 implements MigrationInterface {
  readonly name = 'RaiseDisputes1700000535000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_disputes" ADD "asked" bigint NOT NULL DEFAULT 0`);
    // The next event of an open dispute names the disputed amount again. The default is for processes
    // of the release before.
    await asOwner(runner, ['payment_disputes'], () =>
      runner.query(`UPDATE payment_disputes SET asked = amount`),
    );
    await runner.query(`ALTER TABLE "payment_disputes"
      ADD CONSTRAINT "payment_disputes_asked_check" CHECK ("asked" >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_disputes" DROP COLUMN "asked"`);
  }
}
