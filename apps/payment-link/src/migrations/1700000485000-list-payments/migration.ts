import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments are listed in the order of an index whatever the filter; totals never read the table. */
export class ListPayments1700000485000 implements MigrationInterface {
  readonly name = 'ListPayments1700000485000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['status', 'type', 'currency', 'sender_type']) {
      await runner.query(`CREATE INDEX "payments_${column}" ON "payments"
        ("customer_app_id", "${column}", "created_at", "payment_id")`);
    }
    await runner.query(`CREATE INDEX "payments_institution" ON "payments"
      ("customer_app_id", "institution_id", "created_at", "payment_id")
      WHERE "institution_id" IS NOT NULL`);
    await runner.query(`DROP INDEX "payments_updated_at"`);
    await runner.query(`CREATE INDEX "payments_updated_at" ON "payments" ("customer_app_id",
      "updated_at", "status", "type", "currency", "sender_type", "user_id", "mandate_id",
      "institution_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "payments_updated_at"`);
    await runner.query(`CREATE INDEX "payments_updated_at" ON "payments"
      ("customer_app_id", "updated_at")`);
    for (const name of ['institution', 'sender_type', 'currency', 'type', 'status']) {
      await runner.query(`DROP INDEX "payments_${name}"`);
    }
  }
}
