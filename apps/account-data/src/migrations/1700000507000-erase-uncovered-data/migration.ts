import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows of products that a consent no longer covers are erased, also those of earlier consents. A
 * wider consent waits for its login.
 */
export class EraseUncoveredData1700000507000 implements MigrationInterface {
  readonly name = 'EraseUncoveredData1700000507000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "login_identities" ADD "erasure_due_at" timestamptz,
      ADD "proposal" jsonb`);
    for (const [name, columns] of INDEXES) {
      await runner.query(`CREATE INDEX "${name}" ON "login_identities" (${columns})
        WHERE "erasure_due_at" IS NOT NULL`);
    }
    await asOwner(runner, ['login_identities'], async () => {
      await runner.query(OWED);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "login_identities" DROP "erasure_due_at", DROP "proposal"`);
  }
}

const INDEXES = [
  ['login_identities_erasure_due', '"erasure_due_at"'],
  ['login_identities_app_erasure_due', '"customer_app_id", "erasure_due_at"'],
] as const;

/** `updated_at` is an instant of the app's clock that has passed. */
const OWED = `
  UPDATE "login_identities" SET "erasure_due_at" = "updated_at",
    "progress" = coalesce((SELECT jsonb_object_agg(p.key, p.value)
      FROM jsonb_each("progress") AS p WHERE "products" ? p.key), '{}')
  WHERE "status" NOT IN ('UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED')
    AND ("permission_expired" OR EXISTS (
      SELECT FROM jsonb_object_keys("progress") AS key WHERE NOT "products" ? key))`;
