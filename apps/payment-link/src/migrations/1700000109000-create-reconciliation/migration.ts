import {
  createReconciliationTables,
  dropReconciliationTables,
} from '@towpath/reconciliation/tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What card gateways settled, how far it was read, and where our books differ from it. */
export class CreateReconciliation1700000109000 implements MigrationInterface {
  readonly name = 'CreateReconciliation1700000109000';

  async up(runner: QueryRunner): Promise<void> {
    await createReconciliationTables(runner, 'REFUND');
    await runner.query(
      `CREATE INDEX "refunds_updated_at" ON "refunds" ("customer_app_id", "updated_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "refunds_updated_at"`);
    await dropReconciliationTables(runner);
  }
}
