import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that users encrypt to, kept credentials, consents, and what is owed to login identities. */
export class LinkJobs1700000341000 implements MigrationInterface {
  readonly name = 'LinkJobs1700000341000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'link_keys', worker: 'write', app: 'none' });
    await tenantTable(runner, {
      table: 'link_key_distrusts',
      worker: 'write',
      app: 'none',
      appendOnly: true,
    });
    await tenantTable(runner, { table: 'login_credentials', worker: 'none' });
    await tenantTable(runner, { table: 'link_consents', worker: 'none', appendOnly: true });
    await tenantTable(runner, { table: 'link_jobs', worker: 'read' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE "link_jobs", "link_consents", "login_credentials", "link_key_distrusts",
       "link_keys"`,
    );
  }
}

const OF_LOGIN_IDENTITY = `FOREIGN KEY ("customer_app_id", "login_identity_id")
       REFERENCES "login_identities" ("customer_app_id", "login_identity_id")`;

const STATEMENTS = [
  `CREATE TABLE "link_keys" (
     "key_id" text NOT NULL,
     "public_key" jsonb NOT NULL,
     "private_key_sealed" bytea NOT NULL,
     "published_at" timestamptz NOT NULL,
     "used_from" timestamptz NOT NULL,
     "retired_at" timestamptz,
     CONSTRAINT "link_keys_pkey" PRIMARY KEY ("key_id"))`,
  `CREATE TABLE "link_key_distrusts" (
     "key_id" text NOT NULL,
     "actor" text NOT NULL,
     "reason" text,
     "distrusted_at" timestamptz NOT NULL,
     CONSTRAINT "link_key_distrusts_pkey" PRIMARY KEY ("key_id"))`,
  `CREATE TABLE "login_credentials" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "session_id" text NOT NULL,
     "credentials_sealed" bytea,
     "bank_session_sealed" bytea,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "login_credentials_pkey" PRIMARY KEY ("customer_app_id", "login_identity_id"),
     CONSTRAINT "login_credentials_login_identity_fkey" ${OF_LOGIN_IDENTITY})`,
  `CREATE TABLE "link_consents" (
     "customer_app_id" text NOT NULL,
     "consent_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "session_id" text NOT NULL,
     "given_at" timestamptz NOT NULL,
     "given_through" text NOT NULL,
     "text_version" text,
     "text_language" text,
     "text_sha256" text,
     "products" jsonb NOT NULL,
     "stores_credentials" boolean NOT NULL,
     "automatic_refresh" text NOT NULL,
     "institution_id" text NOT NULL,
     "recorded_at" timestamptz NOT NULL,
     CONSTRAINT "link_consents_pkey" PRIMARY KEY ("customer_app_id", "consent_id"),
     CONSTRAINT "link_consents_login_identity_fkey" ${OF_LOGIN_IDENTITY})`,
  `CREATE INDEX "link_consents_login_identity"
     ON "link_consents" ("customer_app_id", "login_identity_id")`,
  `CREATE TABLE "link_jobs" (
     "customer_app_id" text NOT NULL,
     "job_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "session_id" text NOT NULL,
     "kind" text NOT NULL,
     "product" text,
     "step" jsonb,
     "due_at" timestamptz NOT NULL,
     "deadline_at" timestamptz NOT NULL,
     "claim" bigint NOT NULL,
     "failures" integer NOT NULL,
     "cursor" text,
     "sealed" bytea,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "link_jobs_pkey" PRIMARY KEY ("customer_app_id", "job_id"),
     CONSTRAINT "link_jobs_kind_check" CHECK ("kind" IN ('LOGIN', 'RETRIEVAL', 'UNLINK')),
     CONSTRAINT "link_jobs_login_identity_fkey" ${OF_LOGIN_IDENTITY})`,
  `CREATE INDEX "link_jobs_due" ON "link_jobs" ("due_at")`,
  `CREATE INDEX "link_jobs_app_due" ON "link_jobs" ("customer_app_id", "due_at")`,
  `CREATE INDEX "link_jobs_login_identity"
     ON "link_jobs" ("customer_app_id", "login_identity_id")`,
];
