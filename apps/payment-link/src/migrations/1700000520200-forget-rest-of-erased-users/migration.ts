import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['payment_users', 'payment_links', 'payment_methods', 'payouts'];
const OF_ERASED = (row: string) => `EXISTS (SELECT FROM "payment_users" u
  WHERE u."customer_app_id" = ${row}."customer_app_id" AND u."user_id" = ${row}."user_id"
    AND u."erased_at" IS NOT NULL)`;

/** Earlier erasures left the billing system's data of links, aliases of cards, texts of payouts. */
export class ForgetRestOfErasedUsers1700000520200 implements MigrationInterface {
  readonly name = 'ForgetRestOfErasedUsers1700000520200';

  async up(runner: QueryRunner): Promise<void> {
    await asOwner(runner, TABLES, async () => {
      for (const statement of STATEMENTS) await runner.query(statement);
    });
  }

  /** What was deleted stays so. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}

const STATEMENTS = [
  `UPDATE "payment_links" l SET "integration_metadata" = NULL
   WHERE "integration_metadata" IS NOT NULL AND ${OF_ERASED('l')}`,
  `UPDATE "payment_methods" m SET "card_details" = "card_details" - 'card_number_alias'
   WHERE "card_details" ? 'card_number_alias' AND ${OF_ERASED('m')}`,
  `UPDATE "payouts" p SET "description" = NULL
   WHERE "description" IS NOT NULL AND ${OF_ERASED('p')}`,
];
