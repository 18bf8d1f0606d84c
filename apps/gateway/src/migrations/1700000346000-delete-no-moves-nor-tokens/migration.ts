import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of clocks stay with their app; refresh tokens go with their family, by its foreign key. */
export class DeleteNoMovesNorTokens1700000346000 implements MigrationInterface {
  readonly name = 'DeleteNoMovesNorTokens1700000346000';

  async up(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`REVOKE DELETE ON "clock_moves", "refresh_tokens" FROM ${worker}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT DELETE ON "clock_moves", "refresh_tokens" TO ${worker}`);
  }
}
