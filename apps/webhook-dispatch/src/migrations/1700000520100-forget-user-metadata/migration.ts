import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Earlier releases sent the metadata of payment users, which may tell who they are, and kept it for
 * 90 days. Answers of receivers may repeat it.
 */
export class ForgetSentUserMetadata1700000520100 implements MigrationInterface {
  readonly name = 'ForgetSentUserMetadata1700000520100';

  async up(runner: QueryRunner): Promise<void> {
    await asOwner(runner, ['webhook_messages', 'webhook_attempts'], async () => {
      for (const statement of STATEMENTS) await runner.query(statement);
    });
  }

  /** The metadata is gone; nothing else was changed. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}

const STATEMENTS = [
  `UPDATE "webhook_attempts" a SET "response_body" = NULL FROM "webhook_messages" m
   WHERE m."customer_app_id" = a."customer_app_id" AND m."event_id" = a."event_id"
     AND m."resource_kind" = 'payment_user' AND a."response_body" IS NOT NULL`,
  `UPDATE "webhook_messages"
   SET "body" = convert_to((convert_from("body", 'UTF8')::jsonb - 'metadata')::text, 'UTF8')
   WHERE "resource_kind" = 'payment_user'`,
];
