import {
  createReconciliationTables,
  dropReconciliationTables,
} from '@towpath/reconciliation/tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What direct debit banks settled, how far it was read, and where our books differ from it. */
export class CreateReconciliation1700000107000 implements MigrationInterface {
  readonly name = 'CreateReconciliation1700000107000';

  async up(runner: QueryRunner): Promise<void> {
    await createReconciliationTables(runner, 'RETURN');
    await runner.query(
      `CREATE INDEX "direct_debits_updated_at" ON "direct_debits" ("customer_app_id", "updated_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "direct_debits_updated_at"`);
    await dropReconciliationTables(runner);
  }
}
