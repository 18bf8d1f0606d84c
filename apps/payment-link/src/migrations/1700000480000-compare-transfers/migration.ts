import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What payers transferred to banks is a side of its own. */
export class CompareTransfers1700000480000 implements MigrationInterface {
  readonly name = 'CompareTransfers1700000480000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of sidesAre("'CHARGE', 'REFUND', 'RETURN', 'PAYOUT', 'TRANSFER'"))
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of sidesAre("'CHARGE', 'REFUND', 'RETURN', 'PAYOUT'")) await runner.query(sql);
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
