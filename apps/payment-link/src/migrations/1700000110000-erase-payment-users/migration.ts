import { asOwner, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment users whose person was erased: when, by whom and why. */
export class ErasePaymentUsers1700000110000 implements MigrationInterface {
  readonly name = 'ErasePaymentUsers1700000110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_users" ADD COLUMN "erased_at" timestamptz`);
    await runner.query(`
      CREATE TABLE "payment_user_erasures" (
        "customer_app_id" text NOT NULL,
        "user_id" text NOT NULL,
        "actor" text NOT NULL,
        "reason" text NOT NULL,
        "erased_at" timestamptz NOT NULL,
        CONSTRAINT "payment_user_erasures_pkey" PRIMARY KEY ("customer_app_id", "user_id"),
        CONSTRAINT "payment_user_erasures_user_fkey" FOREIGN KEY ("customer_app_id", "user_id")
          REFERENCES "payment_users" ("customer_app_id", "user_id"))`);
    // After a way back: a destroyed key still tells who was erased, and when.
    await asOwner(runner, ['payment_users', 'personal_data_keys'], async () => {
      await runner.query(`
        WITH erased AS (
          UPDATE payment_users u SET erased_at = k.destroyed_at FROM personal_data_keys k
          WHERE k.customer_app_id = u.customer_app_id AND k.subject_id = u.user_id
            AND k.destroyed_at IS NOT NULL
          RETURNING u.customer_app_id, u.user_id, u.erased_at)
        INSERT INTO payment_user_erasures (customer_app_id, user_id, actor, reason, erased_at)
        SELECT customer_app_id, user_id, 'unknown', 'the first record was lost', erased_at
        FROM erased`);
    });
    await tenantTable(runner, { table: 'payment_user_erasures', worker: 'none', appendOnly: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payment_user_erasures"`);
    await runner.query(`ALTER TABLE "payment_users" DROP COLUMN "erased_at"`);
  }
}
