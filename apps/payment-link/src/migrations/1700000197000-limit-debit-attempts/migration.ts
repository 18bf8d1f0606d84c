import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many direct debits a payer tried on a link, as cards are counted already. */
export class LimitDebitAttempts1700000197000 implements MigrationInterface {
  readonly name = 'LimitDebitAttempts1700000197000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "payment_links" ADD "debit_attempts" integer NOT NULL DEFAULT 0`,
    );
    // Only a link that is open still takes attempts.
    await asOwner(runner, ['payment_links', 'payment_attempts'], async () => {
      await runner.query(`
        UPDATE payment_links l SET debit_attempts = tried.debits
        FROM (
          SELECT customer_app_id, payment_link_id, count(*) AS debits FROM payment_attempts
          WHERE payment_method_type = 'MANDATE'
            AND (submitted_at IS NOT NULL OR status = 'FAILED')
          GROUP BY 1, 2) tried
        WHERE l.customer_app_id = tried.customer_app_id
          AND l.payment_link_id = tried.payment_link_id AND l.status = 'CREATED'`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_links" DROP COLUMN "debit_attempts"`);
  }
}
