import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For which returned debits and failed charges of a bill autopay was planned again. */
export class RepeatAutopay1700000515000 implements MigrationInterface {
  readonly name = 'RepeatAutopay1700000515000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bills" ADD "autopay_setbacks" integer NOT NULL DEFAULT 0`);
    // Old setbacks count as seen: no payer is charged for what happened before the release.
    await asOwner(runner, ['bills', 'payments'], async () => {
      await runner.query(`
        UPDATE bills b SET autopay_setbacks = (
          SELECT count(*) FROM payments p
          WHERE p.customer_app_id = b.customer_app_id AND p.user_id = b.user_id
            AND p.external_transaction_reference = b.bill_reference_id AND p.currency = b.currency
            AND ((p.status = 'EXECUTED' AND p.amount_returned IS NOT NULL)
              OR (p.status IN ('FAILED', 'REVOKED') AND p.payment_link_id IS NULL)))
        WHERE b.status IN ('UNPAID', 'FAILED')`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bills" DROP COLUMN "autopay_setbacks"`);
  }
}
