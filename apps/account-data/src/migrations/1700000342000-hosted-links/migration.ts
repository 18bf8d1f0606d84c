import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the hosted link page, with what the customer app asked for. */
export class HostedLinks1700000342000 implements MigrationInterface {
  readonly name = 'HostedLinks1700000342000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(`CREATE INDEX "hosted_links_created_at" ON "hosted_links" ("created_at")`);
    await tenantTable(runner, { table: 'hosted_links', worker: 'write' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "hosted_links"`);
  }
}

const TABLE = `CREATE TABLE "hosted_links" (
  "customer_app_id" text NOT NULL,
  "session_id" text NOT NULL,
  "mode" text NOT NULL,
  "request" jsonb NOT NULL,
  "login_identity_id" text,
  "link_session_id" text,
  "opened_at" timestamptz,
  "left_at" timestamptz,
  "created_at" timestamptz NOT NULL,
  CONSTRAINT "hosted_links_pkey" PRIMARY KEY ("customer_app_id", "session_id"),
  CONSTRAINT "hosted_links_mode_check" CHECK ("mode" IN ('LINK', 'RELINK', 'REFRESH')))`;
