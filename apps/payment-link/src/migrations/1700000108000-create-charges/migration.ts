import { asOwner, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges of stored cards without the payer: what is still to be asked at their gateways. */
export class CreateCharges1700000108000 implements MigrationInterface {
  readonly name = 'CreateCharges1700000108000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "charges" (
        "customer_app_id" text NOT NULL,
        "payment_id" text NOT NULL,
        "integration_id" text NOT NULL,
        "refusal" jsonb,
        "follow_up_at" timestamptz,
        "follow_ups_asked" integer NOT NULL,
        "created_at" timestamptz NOT NULL,
        CONSTRAINT "charges_pkey" PRIMARY KEY ("customer_app_id", "payment_id"),
        CONSTRAINT "charges_payment_fkey" FOREIGN KEY ("customer_app_id", "payment_id")
          REFERENCES "payments" ("customer_app_id", "payment_id"))`);
    await runner.query(`
      CREATE INDEX "charges_due" ON "charges" ("follow_up_at") WHERE "follow_up_at" IS NOT NULL`);
    await tenantTable(runner, { table: 'charges', worker: 'read' });
    // After a way back: the payments still know their charges, and the open ones are asked at once.
    await asOwner(runner, ['charges', 'payments', 'payment_methods'], async () => {
      await runner.query(`
        INSERT INTO charges (customer_app_id, payment_id, integration_id, follow_up_at,
          follow_ups_asked, created_at)
        SELECT p.customer_app_id, p.payment_id, m.integration_metadata ->> 'integration_id',
          CASE WHEN p.status IN ('PROCESSING', 'SUBMITTED') THEN p.created_at END, 0, p.created_at
        FROM payments p JOIN payment_methods m USING (customer_app_id, payment_method_id)
        WHERE p.payment_link_id IS NULL AND p.type = 'CARD'`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "charges"`);
  }
}
