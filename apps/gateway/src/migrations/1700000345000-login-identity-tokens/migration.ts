import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes of hosted links, and the refresh tokens of login identities: keyed hashes only. */
export class LoginIdentityTokens1700000345000 implements MigrationInterface {
  readonly name = 'LoginIdentityTokens1700000345000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    for (const table of ['refresh_families', 'refresh_tokens', 'link_codes']) {
      await tenantTable(runner, { table, worker: 'write', app: 'none' });
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "link_codes", "refresh_tokens", "refresh_families"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "refresh_families" (
     "customer_app_id" text NOT NULL,
     "family_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "scopes" jsonb NOT NULL,
     "ended_at" timestamptz,
     "expires_at" timestamptz NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "refresh_families_pkey" PRIMARY KEY ("customer_app_id", "family_id"))`,
  `CREATE INDEX "refresh_families_expires_at" ON "refresh_families" ("expires_at")`,
  `CREATE TABLE "refresh_tokens" (
     "customer_app_id" text NOT NULL,
     "token_hash" text NOT NULL,
     "family_id" text NOT NULL,
     "used_at" timestamptz,
     "successor_sealed" bytea,
     "expires_at" timestamptz NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("customer_app_id", "token_hash"),
     CONSTRAINT "refresh_tokens_family_fkey" FOREIGN KEY ("customer_app_id", "family_id")
       REFERENCES "refresh_families" ("customer_app_id", "family_id") ON DELETE CASCADE)`,
  `CREATE INDEX "refresh_tokens_family" ON "refresh_tokens" ("customer_app_id", "family_id")`,
  `CREATE TABLE "link_codes" (
     "customer_app_id" text NOT NULL,
     "code_hash" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "scopes" jsonb NOT NULL,
     "redirect_uri" text NOT NULL,
     "code_challenge" text,
     "code_challenge_method" text,
     "used_at" timestamptz,
     "expires_at" timestamptz NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "link_codes_pkey" PRIMARY KEY ("customer_app_id", "code_hash"))`,
  `CREATE INDEX "link_codes_expires_at" ON "link_codes" ("expires_at")`,
];
