import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * IDs that were derived without a key, and those that an old process still writes, are found by a
 * job, which has the key. The way back leaves the keyed IDs: nobody can compute what they were.
 */
export class KeyDerivedIds1700000501000 implements MigrationInterface {
  readonly name = 'KeyDerivedIds1700000501000';

  async up(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(
      `ALTER TABLE "accounts" ADD COLUMN "has_keyed_ids" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE INDEX "accounts_unkeyed" ON "accounts" ("created_at") WHERE NOT "has_keyed_ids"`,
    );
    await runner.query(
      `CREATE INDEX "accounts_app_unkeyed" ON "accounts" ("customer_app_id", "created_at")
       WHERE NOT "has_keyed_ids"`,
    );
    await runner.query(
      `GRANT SELECT ("customer_app_id", "login_identity_id", "account_id", "created_at",
         "has_keyed_ids") ON "accounts" TO ${worker}`,
    );
    await runner.query(
      `CREATE POLICY "accounts_worker" ON "accounts" FOR SELECT TO ${worker} USING (true)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`DROP POLICY "accounts_worker" ON "accounts"`);
    await runner.query(
      `REVOKE SELECT ("customer_app_id", "login_identity_id", "account_id", "created_at",
         "has_keyed_ids") ON "accounts" FROM ${worker}`,
    );
    await runner.query(`ALTER TABLE "accounts" DROP COLUMN "has_keyed_ids"`);
  }
}
