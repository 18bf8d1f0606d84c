import { rolesOf } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an endpoint's owner was told of held events that will be deleted. */
export class TellOfExpiringEvents1700000102000 implements MigrationInterface {
  readonly name = 'TellOfExpiringEvents1700000102000';

  async up(runner: QueryRunner): Promise<void> {
    // Real time, like everything about deliveries.
    await runner.query(`ALTER TABLE "webhook_endpoints"
      ADD COLUMN "held_events_expire_at" timestamptz,
      ADD COLUMN "expiry_told_at" timestamptz`);
    // They go with their message or endpoint, and by nobody's own hand.
    const { worker } = await rolesOf(runner);
    await runner.query(`REVOKE DELETE ON ${BY_CASCADE} FROM ${worker}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT DELETE ON ${BY_CASCADE} TO ${worker}`);
    await runner.query(`ALTER TABLE "webhook_endpoints"
      DROP COLUMN "expiry_told_at", DROP COLUMN "held_events_expire_at"`);
  }
}

const BY_CASCADE = `"webhook_endpoint_health", "webhook_deliveries", "webhook_attempts"`;
