import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a move of a test app's clock has left to do: its target, and whom it still has to tell. */
export class ClockMoves1700000330000 implements MigrationInterface {
  readonly name = 'ClockMoves1700000330000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await tenantTable(runner, { table: 'clock_moves', worker: 'write', app: 'none' });
    await runner.query(
      `CREATE INDEX "clock_moves_unsettled" ON "clock_moves" ("updated_at") WHERE NOT "settled"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "clock_moves"`);
  }
}

const TABLE = `CREATE TABLE "clock_moves" (
  "customer_app_id" text NOT NULL,
  "target_at" timestamptz,
  "advance_seconds" integer,
  "frozen" boolean NOT NULL,
  "settled" boolean NOT NULL,
  "updated_at" timestamptz NOT NULL,
  CONSTRAINT "clock_moves_pkey" PRIMARY KEY ("customer_app_id"),
  CONSTRAINT "clock_moves_app_fkey" FOREIGN KEY ("customer_app_id")
    REFERENCES "customer_apps" ("customer_app_id"))`;
