import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements read the transfers of one currency in the order of their booking, page by page. */
export class ReadLedgerByTime1700000420000 implements MigrationInterface {
  readonly name = 'ReadLedgerByTime1700000420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "ledger_transfers_booked" ON "ledger_transfers"
      ("customer_app_id", "currency", "occurred_at", "ledger_transfer_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ledger_transfers_booked"`);
  }
}
