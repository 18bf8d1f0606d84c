import { rolesOf, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How payers authorize mandates: sessions, what they submitted, and the proof of their consent. */
export class CreateChecklists1700000105000 implements MigrationInterface {
  readonly name = 'CreateChecklists1700000105000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await tenantTable(runner, { table: 'mandate_sessions', worker: 'write' });
    await tenantTable(runner, { table: 'mandate_checklists', worker: 'read' });
    await tenantTable(runner, { table: 'checklist_payloads', worker: 'write' });
    await tenantTable(runner, { table: 'mandate_consents', worker: 'none', appendOnly: true });
    // A payload is taken once, whichever app it is sent through: nobody sees another's row, and the
    // index sees them all.
    const { app } = await rolesOf(runner);
    await runner.query(`REVOKE UPDATE, DELETE ON "checklist_payloads" FROM ${app}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mandate_consents", "checklist_payloads",
      "mandate_checklists", "mandate_sessions"`);
  }
}

const OF_MANDATE = (table: string): string => `CONSTRAINT "${table}_mandate_fkey"
  FOREIGN KEY ("customer_app_id", "mandate_id")
  REFERENCES "mandates" ("customer_app_id", "mandate_id")`;

const STATEMENTS = [
  `CREATE TABLE "mandate_sessions" (
     "customer_app_id" text NOT NULL,
     "session_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "used_by" text NOT NULL,
     "customizations" jsonb NOT NULL,
     "opens_until" timestamptz,
     "opened_at" timestamptz,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_sessions_pkey" PRIMARY KEY ("customer_app_id", "session_id"),
     CONSTRAINT "mandate_sessions_used_by_check"
       CHECK ("used_by" IN ('CUSTOMER_APP', 'SERVICE_LINK')),
     ${OF_MANDATE('mandate_sessions')})`,
  `CREATE INDEX "mandate_sessions_created_at" ON "mandate_sessions" ("created_at")`,
  // `sealed`: account, identity and consent as they were submitted, until the bank is asked.
  `CREATE TABLE "mandate_checklists" (
     "customer_app_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "institution" jsonb,
     "submitted" jsonb NOT NULL,
     "otp_asked" boolean NOT NULL,
     "sealed" bytea,
     "finish_at" timestamptz,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_checklists_pkey" PRIMARY KEY ("customer_app_id", "mandate_id"),
     ${OF_MANDATE('mandate_checklists')})`,
  `CREATE INDEX "mandate_checklists_finish_at" ON "mandate_checklists"
     ("customer_app_id", "finish_at") WHERE "finish_at" IS NOT NULL`,
  `CREATE INDEX "mandate_checklists_sealed" ON "mandate_checklists"
     ("customer_app_id", "mandate_id") WHERE "sealed" IS NOT NULL`,
  `CREATE TABLE "checklist_payloads" (
     "customer_app_id" text NOT NULL,
     "digest" bytea NOT NULL,
     "received_at" timestamptz NOT NULL,
     CONSTRAINT "checklist_payloads_pkey" PRIMARY KEY ("customer_app_id", "digest"))`,
  `CREATE UNIQUE INDEX "checklist_payloads_digest" ON "checklist_payloads" ("digest")`,
  `CREATE INDEX "checklist_payloads_received_at" ON "checklist_payloads" ("received_at")`,
  `CREATE TABLE "mandate_consents" (
     "customer_app_id" text NOT NULL,
     "consent_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "given_at" timestamptz NOT NULL,
     "given_through" text NOT NULL,
     "text_version" text,
     "text_language" text,
     "text_sha256" text,
     "currency" text NOT NULL,
     "limits" jsonb,
     "start_date" date NOT NULL,
     "end_date" date,
     "institution_id" text,
     "client_address" text,
     "user_agent" text,
     "recorded_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_consents_pkey" PRIMARY KEY ("customer_app_id", "consent_id"),
     CONSTRAINT "mandate_consents_given_through_check"
       CHECK ("given_through" IN ('CUSTOMER_APP', 'SERVICE_LINK')),
     CONSTRAINT "mandate_consents_text_check" CHECK (
       num_nonnulls("text_version", "text_language", "text_sha256") IN (0, 3)
       AND ("given_through" = 'CUSTOMER_APP' OR "text_sha256" IS NOT NULL)),
     ${OF_MANDATE('mandate_consents')})`,
  `CREATE INDEX "mandate_consents_mandate" ON "mandate_consents"
     ("customer_app_id", "mandate_id")`,
];
