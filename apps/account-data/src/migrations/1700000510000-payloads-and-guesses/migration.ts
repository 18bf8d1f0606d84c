import { rolesOf, tenantTable } from '@towpath/persistence';
import { createLoginGuesses, dropLoginGuesses } from '@towpath/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payload of a user has one effect, and guesses of logins are limited, over all apps. */
export class PayloadsAndGuesses1700000510000 implements MigrationInterface {
  readonly name = 'PayloadsAndGuesses1700000510000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'used_payloads', worker: 'write' });
    await tenantTable(runner, { table: 'payload_answers', worker: 'write' });
    // Nobody sees the row of another app, and the index on the mark sees them all.
    const { app } = await rolesOf(runner);
    await runner.query(`REVOKE UPDATE, DELETE ON "used_payloads", "payload_answers" FROM ${app}`);
    await createLoginGuesses(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropLoginGuesses(runner);
    await runner.query(`DROP TABLE "payload_answers", "used_payloads"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "used_payloads" (
     "customer_app_id" text NOT NULL,
     "mark" bytea NOT NULL,
     "used_at" timestamptz NOT NULL,
     CONSTRAINT "used_payloads_pkey" PRIMARY KEY ("customer_app_id", "mark"))`,
  `CREATE UNIQUE INDEX "used_payloads_mark" ON "used_payloads" ("mark")`,
  `CREATE INDEX "used_payloads_used_at" ON "used_payloads" ("used_at")`,
  `CREATE TABLE "payload_answers" (
     "customer_app_id" text NOT NULL,
     "mark" bytea NOT NULL,
     "login_identity_id" text NOT NULL,
     "sealed" bytea NOT NULL,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "payload_answers_pkey" PRIMARY KEY ("customer_app_id", "mark"))`,
  `CREATE INDEX "payload_answers_expires_at" ON "payload_answers" ("expires_at")`,
];
