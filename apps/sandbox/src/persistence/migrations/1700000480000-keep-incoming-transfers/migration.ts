import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money that somebody transferred to a merchant, as the bank that received it has it. */
export class KeepIncomingTransfers1700000480000 implements MigrationInterface {
  readonly name = 'KeepIncomingTransfers1700000480000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "bank_transfers" (
      "reference" text NOT NULL,
      "customer_app_id" text NOT NULL,
      "amount" bigint NOT NULL,
      "currency" text NOT NULL,
      "text" text,
      "request_hash" text NOT NULL,
      "booked_at" timestamptz NOT NULL,
      CONSTRAINT "bank_transfers_pkey" PRIMARY KEY ("reference"))`);
    await runner.query(`CREATE INDEX "bank_transfers_booked" ON "bank_transfers"
      ("customer_app_id", "booked_at", "reference")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bank_transfers"`);
  }
}
