import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money that a bank took back is a side of its own; what is open by now is asked about, too. */
export class CompareWithMandates1700000321000 implements MigrationInterface {
  readonly name = 'CompareWithMandates1700000321000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of sidesAre("'CHARGE', 'REFUND', 'RETURN'")) await runner.query(statement);
    await asOwner(runner, ['mandate_charges', 'payments', 'payment_attempts'], async () => {
      for (const statement of ASK_ABOUT_OPEN) await runner.query(statement);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of sidesAre("'CHARGE', 'REFUND'")) await runner.query(statement);
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

const ASK_ABOUT_OPEN = [
  `UPDATE mandate_charges c SET follow_up_at = now() + interval '6 hours', follow_ups_asked = 0
   FROM payments p
   WHERE p.customer_app_id = c.customer_app_id AND p.payment_id = c.payment_id
     AND p.status IN ('PROCESSING', 'SUBMITTED')
     AND c.status = 'ACCEPTED' AND c.follow_up_at IS NULL`,
  `UPDATE payment_attempts SET follow_up_at = now() + interval '6 hours', follow_ups_asked = 0
   WHERE payment_method_type = 'MANDATE' AND status = 'CONFIRMED' AND follow_up_at IS NULL`,
];
