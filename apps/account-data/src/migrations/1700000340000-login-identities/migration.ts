import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Login identities: one login of one user at one institution, and how far its data is. */
export class LoginIdentities1700000340000 implements MigrationInterface {
  readonly name = 'LoginIdentities1700000340000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'login_identities', worker: 'read' });
    await tenantTable(runner, {
      table: 'login_identity_state_changes',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "login_identity_state_changes", "login_identities"`);
  }
}

const STATEMENTS = [
  `CREATE TABLE "login_identities" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "live" boolean NOT NULL,
     "user_id" text NOT NULL,
     "institution_id" text NOT NULL,
     "state" text,
     "history_date_limit" date,
     "status" text NOT NULL,
     "sequence" bigint NOT NULL,
     "authentication_status" text NOT NULL,
     "authentication_sequence" bigint NOT NULL,
     "session_status" text NOT NULL,
     "session_sequence" bigint NOT NULL,
     "session_id" text NOT NULL,
     "linking_attempt_id" text NOT NULL,
     "authentication_id" text,
     "username_hash_id" text,
     "event_name" text,
     "event_date" timestamptz,
     "authentication_details" text,
     "authentication_updated_at" timestamptz,
     "authenticated_at" timestamptz,
     "products" jsonb NOT NULL,
     "progress" jsonb NOT NULL,
     "failure" jsonb,
     "action" jsonb,
     "stores_credentials" boolean NOT NULL,
     "refreshes_without_user" boolean NOT NULL,
     "automatic_refresh" text NOT NULL,
     "permission_granted_at" timestamptz NOT NULL,
     "permission_expires_at" timestamptz,
     "permission_expired" boolean NOT NULL,
     "permission_watched" boolean NOT NULL,
     "next_refresh_at" timestamptz,
     "first_success" timestamptz,
     "last_success" timestamptz,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "login_identities_pkey" PRIMARY KEY ("customer_app_id", "login_identity_id"),
     CONSTRAINT "login_identities_status_check" CHECK ("status" IN ('ERROR', 'LINKING',
       'AUTHENTICATING', 'CONNECTION_IN_PROGRESS', 'CONNECTION_COMPLETE',
       'DATA_RETRIEVAL_IN_PROGRESS', 'DATA_AVAILABLE', 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
       'DATA_RETRIEVAL_COMPLETE', 'REFRESHING', 'UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED')),
     CONSTRAINT "login_identities_authentication_check" CHECK ("authentication_status" IN (
       'LINKING', 'AUTHENTICATING', 'AUTHENTICATED', 'AUTHENTICATE_FAILED',
       'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
       'AUTHENTICATION_TOO_MANY_ATTEMPTS')),
     CONSTRAINT "login_identities_session_check" CHECK (
       "session_status" IN ('IN_PROGRESS', 'COMPLETED', 'UNLINKED')),
     CONSTRAINT "login_identities_automatic_refresh_check" CHECK (
       "automatic_refresh" IN ('ON', 'OFF', 'FORCED_ON')))`,
  `CREATE INDEX "login_identities_created_at" ON "login_identities" USING brin ("created_at")`,
  `CREATE INDEX "login_identities_refresh_due" ON "login_identities" ("next_refresh_at")
     WHERE "next_refresh_at" IS NOT NULL`,
  `CREATE INDEX "login_identities_app_refresh_due"
     ON "login_identities" ("customer_app_id", "next_refresh_at")
     WHERE "next_refresh_at" IS NOT NULL`,
  `CREATE INDEX "login_identities_permission_due" ON "login_identities" ("permission_expires_at")
     WHERE "permission_watched"`,
  `CREATE INDEX "login_identities_app_permission_due"
     ON "login_identities" ("customer_app_id", "permission_expires_at")
     WHERE "permission_watched"`,
  `CREATE TABLE "login_identity_state_changes" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "machine" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "login_identity_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "login_identity_id", "machine", "sequence"),
     CONSTRAINT "login_identity_state_changes_login_identity_fkey"
       FOREIGN KEY ("customer_app_id", "login_identity_id")
       REFERENCES "login_identities" ("customer_app_id", "login_identity_id"))`,
];
