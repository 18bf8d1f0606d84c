import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of each table with rows that wait for an instant, one index over all apps, by real time, and one
 * per app, for those whose clock runs ahead.
 */
export class DueByApp1700000192000 implements MigrationInterface {
  readonly name = 'DueByApp1700000192000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, on } of INDEXES) await runner.query(`CREATE INDEX "${name}" ON ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`DROP INDEX "${name}"`);
  }
}

const INDEXES = [
  {
    name: 'payment_links_due_by_app',
    on: `"payment_links" ("customer_app_id", "expires_at")
      WHERE "status" = 'CREATED' AND NOT "attempt_in_flight"`,
  },
  {
    name: 'payment_attempts_due_by_app',
    on: `"payment_attempts" ("customer_app_id", "follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
  },
  {
    name: 'charges_due_by_app',
    on: `"charges" ("customer_app_id", "follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
  },
  {
    name: 'mandate_charges_due',
    on: `"mandate_charges" ("follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
  },
];
