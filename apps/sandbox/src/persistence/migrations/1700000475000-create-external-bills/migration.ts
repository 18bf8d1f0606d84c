import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the simulated billing system has of each customer app's bills, at its latest revision. */
export class CreateExternalBills1700000475000 implements MigrationInterface {
  readonly name = 'CreateExternalBills1700000475000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "external_bills" (
      "customer_app_id" text NOT NULL,
      "bill_number" text NOT NULL,
      "revision" bigint NOT NULL,
      "bill" jsonb NOT NULL,
      "changed_at" timestamptz NOT NULL,
      CONSTRAINT "external_bills_pkey" PRIMARY KEY ("customer_app_id", "bill_number"))`);
    await runner.query(`CREATE UNIQUE INDEX "external_bills_revision" ON "external_bills"
      ("customer_app_id", "revision")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "external_bills"`);
  }
}
