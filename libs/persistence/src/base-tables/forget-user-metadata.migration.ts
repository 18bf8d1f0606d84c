import type { MigrationInterface, QueryRunner } from 'typeorm';
import { asOwner } from './tenant-table.js';

/**
 * Earlier releases published the metadata of payment users, which may tell who they are. An erasure
 * does not reach events, so stored ones lose it here. Kafka deletes its copies after 14 days.
 */
export class ForgetUserMetadata1700000520000 implements MigrationInterface {
  readonly name = 'ForgetUserMetadata1700000520000';

  async up(runner: QueryRunner): Promise<void> {
    await asOwner(runner, ['outbox', 'parked_messages'], async () => {
      for (const statement of STATEMENTS) await runner.query(statement);
    });
  }

  /** The metadata is gone; nothing else was changed. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}

const STATEMENTS = [
  `UPDATE "outbox" SET "payload" = jsonb_set("payload", '{metadata}', '{}')
   WHERE starts_with("event_name", 'payment_user.') AND "payload" -> 'metadata' <> '{}'`,
  // A message may be parked because it is no JSON.
  `UPDATE "parked_messages"
   SET "value" = convert_to(
     jsonb_set(convert_from("value", 'UTF8')::jsonb, '{metadata}', '{}')::text, 'UTF8')
   WHERE starts_with("event_name", 'payment_user.') AND "value" IS NOT NULL
     AND CASE WHEN pg_input_is_valid(convert_from("value", 'UTF8'), 'jsonb')
       THEN convert_from("value", 'UTF8')::jsonb -> 'metadata' <> '{}' ELSE false END`,
];
