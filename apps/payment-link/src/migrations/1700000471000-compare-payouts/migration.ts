import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What banks paid out is a side of its own. */
export class ComparePayouts1700000471000 implements MigrationInterface {
  readonly name = 'ComparePayouts1700000471000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of sidesAre("'CHARGE', 'REFUND', 'RETURN', 'PAYOUT'")) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of sidesAre("'CHARGE', 'REFUND', 'RETURN'")) await runner.query(sql);
  }
}

function sidesAre(sides: string): string[] {
  const places = [
    { table: 'settled_entries', column: 'kind' },
    { table: 'reconciliation_differences', column: 'side' },
  ];
  return places.map(
    ({ table, column }) => `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_${column}_check",
       ADD CONSTRAINT "${table}_${column}_check" CHECK ("${column}" IN (${sides}))`,
  );
}
