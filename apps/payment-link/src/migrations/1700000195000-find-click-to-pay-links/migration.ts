import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The links on which a payer saved a method to pay with by one tap, whenever a page offers them. */
export class FindClickToPayLinks1700000195000 implements MigrationInterface {
  readonly name = 'FindClickToPayLinks1700000195000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "payment_links_click_to_pay" ON "payment_links" ("customer_app_id", "user_id")
        WHERE "setup_options" ->> 'future_payments' = 'CLICK_TO_PAY'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "payment_links_click_to_pay"`);
  }
}
