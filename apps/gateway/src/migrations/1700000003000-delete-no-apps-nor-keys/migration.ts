import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apps, their secrets and signing keys are ended by their columns: no role of ours deletes them. */
export class DeleteNoAppsNorKeys1700000003000 implements MigrationInterface {
  readonly name = 'DeleteNoAppsNorKeys1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`REVOKE DELETE ON ${TABLES} FROM ${worker}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT DELETE ON ${TABLES} TO ${worker}`);
  }
}

const TABLES = `"customer_apps", "client_secrets", "signing_keys"`;
