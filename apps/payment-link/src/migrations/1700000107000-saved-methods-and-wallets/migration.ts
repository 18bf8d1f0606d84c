import { asOwner, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments with a saved card or a wallet, the answer to the autopay screen, limits by address. */
export class SavedMethodsAndWallets1700000107000 implements MigrationInterface {
  readonly name = 'SavedMethodsAndWallets1700000107000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_attempts" ADD "saved_payment_method_id" text`);
    await runner.query(
      `ALTER TABLE "payment_links" ADD "autopay_answered" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(`ALTER TABLE "payments" ADD "wallet_details" jsonb`);
    await runner.query(`ALTER TABLE "payment_methods" ADD "future_payments" text`);
    // Cards that were stored before: their links know what they were stored for.
    await asOwner(runner, ['payment_methods', 'payment_links'], async () => {
      await runner.query(`
        UPDATE payment_methods m SET future_payments = l.setup_options ->> 'future_payments'
        FROM payment_links l
        WHERE l.customer_app_id = m.customer_app_id AND l.payment_link_id = m.payment_link_id`);
    });
    await runner.query(`
      CREATE TABLE "card_submissions" (
        "customer_app_id" text NOT NULL,
        "attempt_id" text NOT NULL,
        "address_hash" text NOT NULL,
        "submitted_at" timestamptz NOT NULL,
        CONSTRAINT "card_submissions_pkey" PRIMARY KEY ("customer_app_id", "attempt_id"))`);
    await runner.query(`
      CREATE INDEX "card_submissions_address" ON "card_submissions"
        ("customer_app_id", "address_hash", "submitted_at")`);
    await runner.query(`
      CREATE INDEX "card_submissions_submitted_at" ON "card_submissions" ("submitted_at")`);
    await tenantTable(runner, { table: 'card_submissions', worker: 'write' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "card_submissions"`);
    await runner.query(`ALTER TABLE "payment_methods" DROP COLUMN "future_payments"`);
    await runner.query(`ALTER TABLE "payments" DROP COLUMN "wallet_details"`);
    await runner.query(`ALTER TABLE "payment_links" DROP COLUMN "autopay_answered"`);
    await runner.query(`ALTER TABLE "payment_attempts" DROP COLUMN "saved_payment_method_id"`);
  }
}
