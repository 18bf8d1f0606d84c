import { tenantTable } from '@towpath/persistence';
import type { QueryRunner } from 'typeorm';

/**
 * What others settled, how far it was read, and where our books differ from it. Migrations of services
 * call it, so it stays as it is: what changes later is a migration of each service.
 * @param back how the service names money that went back
 */
export async function createReconciliationTables(
  runner: QueryRunner,
  back: 'REFUND' | 'RETURN',
): Promise<void> {
  for (const statement of statements(back)) await runner.query(statement);
  await tenantTable(runner, { table: 'reconciliations', worker: 'read' });
  await tenantTable(runner, { table: 'settled_entries', worker: 'none', appendOnly: true });
  await tenantTable(runner, { table: 'reconciliation_differences', worker: 'read' });
}

export async function dropReconciliationTables(runner: QueryRunner): Promise<void> {
  await runner.query(
    `DROP TABLE "reconciliation_differences", "settled_entries", "reconciliations"`,
  );
}

function statements(back: 'REFUND' | 'RETURN'): string[] {
  return [
    // `settled_until` and `due_at` are on the app's clock, as are the others' own instants.
    `CREATE TABLE "reconciliations" (
       "customer_app_id" text NOT NULL,
       "app_type" text NOT NULL,
       "integration_id" text NOT NULL,
       "started_at" timestamptz NOT NULL,
       "settled_until" timestamptz NOT NULL,
       "due_at" timestamptz NOT NULL,
       CONSTRAINT "reconciliations_pkey"
         PRIMARY KEY ("customer_app_id", "app_type", "integration_id"),
       CONSTRAINT "reconciliations_app_type_check" CHECK ("app_type" IN ('TEST', 'LIVE')))`,
    // A line read twice is the same row: periods may overlap, and be read again after a crash.
    `CREATE TABLE "settled_entries" (
       "customer_app_id" text NOT NULL,
       "app_type" text NOT NULL,
       "integration_id" text NOT NULL,
       "entry_id" text NOT NULL,
       "subject" text NOT NULL,
       "reference" text NOT NULL,
       "kind" text NOT NULL,
       "amount" bigint NOT NULL,
       "currency" text NOT NULL,
       "settled_at" timestamptz NOT NULL,
       "read_at" timestamptz NOT NULL,
       CONSTRAINT "settled_entries_pkey"
         PRIMARY KEY ("customer_app_id", "app_type", "integration_id", "entry_id"),
       CONSTRAINT "settled_entries_kind_check" CHECK ("kind" IN ('CHARGE', '${back}')))`,
    `CREATE INDEX "settled_entries_subject" ON "settled_entries"
       ("customer_app_id", "app_type", "integration_id", "subject")`,
    `CREATE TABLE "reconciliation_differences" (
       "customer_app_id" text NOT NULL,
       "difference_id" text NOT NULL,
       "app_type" text NOT NULL,
       "integration_id" text NOT NULL,
       "subject" text NOT NULL,
       "side" text NOT NULL,
       "kind" text NOT NULL,
       "ours" jsonb NOT NULL,
       "theirs" jsonb NOT NULL,
       "found_at" timestamptz NOT NULL,
       "closed_at" timestamptz,
       CONSTRAINT "reconciliation_differences_pkey" PRIMARY KEY ("customer_app_id", "difference_id"),
       CONSTRAINT "reconciliation_differences_side_check" CHECK ("side" IN ('CHARGE', '${back}')),
       CONSTRAINT "reconciliation_differences_kind_check" CHECK
         ("kind" IN ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE')))`,
    // A difference is told once, however often and by however many replicas it is found.
    `CREATE UNIQUE INDEX "reconciliation_differences_once" ON "reconciliation_differences"
       ("customer_app_id", "app_type", "integration_id", "subject", "side", "kind")
       WHERE "closed_at" IS NULL`,
    `CREATE INDEX "reconciliation_differences_open" ON "reconciliation_differences"
       ("difference_id") WHERE "closed_at" IS NULL`,
  ];
}
