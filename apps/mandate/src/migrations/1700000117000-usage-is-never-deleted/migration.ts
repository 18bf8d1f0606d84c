import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a period was charged goes with its mandate alone: a limit cannot be forgotten. */
export class UsageIsNeverDeleted1700000117000 implements MigrationInterface {
  readonly name = 'UsageIsNeverDeleted1700000117000';

  async up(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(`REVOKE DELETE ON "mandate_usage" FROM ${app}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { app } = await rolesOf(runner);
    await runner.query(`GRANT DELETE ON "mandate_usage" TO ${app}`);
  }
}
