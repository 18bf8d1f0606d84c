import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that sign access tokens; they belong to no customer app, so only the worker reads them. */
export class SigningKeys1700000002000 implements MigrationInterface {
  readonly name = 'SigningKeys1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "signing_keys" (
        "key_id" text NOT NULL,
        "public_key" jsonb NOT NULL,
        "private_key_sealed" bytea NOT NULL,
        "published_at" timestamptz NOT NULL,
        "signs_from" timestamptz NOT NULL,
        "retired_at" timestamptz,
        CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("key_id"))`);
    await tenantTable(runner, { table: 'signing_keys', worker: 'write', app: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "signing_keys"`);
  }
}
