import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment links and the attempts of payers on them. */
export class CreatePaymentLinks1700000102000 implements MigrationInterface {
  readonly name = 'CreatePaymentLinks1700000102000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...LINKS, ...ATTEMPTS]) await runner.query(statement);
    await tenantTable(runner, { table: 'payment_links', worker: 'read' });
    await tenantTable(runner, { table: 'payment_attempts', worker: 'read' });
    for (const table of ['payment_link_state_changes', 'payment_attempt_state_changes']) {
      await tenantTable(runner, { table, worker: 'none', appendOnly: true });
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payment_attempt_state_changes", "payment_attempts",
      "payment_link_state_changes", "payment_links"`);
  }
}

const LINKS = [
  // `version` counts the writes to the link and to its attempts: a reader that waited for the
  // row's lock tells by it whether the rest of what it read is still true.
  `CREATE TABLE "payment_links" (
     "customer_app_id" text NOT NULL,
     "payment_link_id" text NOT NULL,
     "unique_reference_id" text NOT NULL,
     "content_hash" text NOT NULL,
     "mode" text NOT NULL,
     "status" text NOT NULL,
     "live" boolean NOT NULL,
     "currency" text NOT NULL,
     "amount" bigint,
     "user_id" text NOT NULL,
     "external_user_id" text NOT NULL,
     "sender_sealed" bytea NOT NULL,
     "description" text,
     "external_transaction_reference" text,
     "language" text NOT NULL,
     "ui_mode" text NOT NULL,
     "redirect_uri" text,
     "setup_options" jsonb,
     "metadata" jsonb,
     "payment_metadata" jsonb,
     "integration_metadata" jsonb,
     "open_attempt_id" text,
     "attempt_in_flight" boolean NOT NULL,
     "attempts" integer NOT NULL,
     "card_attempts" integer NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "sequence" bigint NOT NULL,
     "version" integer NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payment_links_pkey" PRIMARY KEY ("customer_app_id", "payment_link_id"),
     CONSTRAINT "payment_links_unique_reference_id_key"
       UNIQUE ("customer_app_id", "unique_reference_id"),
     CONSTRAINT "payment_links_amount_check" CHECK (
       ("mode" = 'PAYMENT' AND "amount" > 0) OR ("mode" = 'SETUP' AND "amount" IS NULL)),
     CONSTRAINT "payment_links_status_check" CHECK (
       "status" IN ('CREATED', 'PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED')),
     CONSTRAINT "payment_links_in_flight_check" CHECK (
       NOT "attempt_in_flight" OR ("status" = 'CREATED' AND "open_attempt_id" IS NOT NULL)))`,
  `CREATE INDEX "payment_links_due" ON "payment_links" ("expires_at")
     WHERE "status" = 'CREATED' AND NOT "attempt_in_flight"`,
  `CREATE TABLE "payment_link_state_changes" (
     "customer_app_id" text NOT NULL,
     "payment_link_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payment_link_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "payment_link_id", "sequence"),
     CONSTRAINT "payment_link_state_changes_link_fkey"
       FOREIGN KEY ("customer_app_id", "payment_link_id")
       REFERENCES "payment_links" ("customer_app_id", "payment_link_id"))`,
];

const ATTEMPTS = [
  `CREATE TABLE "payment_attempts" (
     "customer_app_id" text NOT NULL,
     "attempt_id" text NOT NULL,
     "payment_link_id" text NOT NULL,
     "ordinal" integer NOT NULL,
     "status" text NOT NULL,
     "payment_method_type" text NOT NULL,
     "recipient_account_id" text NOT NULL,
     "integration_id" text NOT NULL,
     "payment_id" text,
     "payment_method_id" text,
     "card" jsonb,
     "card_token_sealed" bytea,
     "redirect_url" text,
     "failure" jsonb,
     "submitted_at" timestamptz,
     "follow_up_at" timestamptz,
     "follow_ups_asked" integer NOT NULL,
     "sequence" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("customer_app_id", "attempt_id"),
     CONSTRAINT "payment_attempts_ordinal_key"
       UNIQUE ("customer_app_id", "payment_link_id", "ordinal"),
     CONSTRAINT "payment_attempts_link_fkey" FOREIGN KEY ("customer_app_id", "payment_link_id")
       REFERENCES "payment_links" ("customer_app_id", "payment_link_id"))`,
  // A link succeeds at most once, whatever the code does: one open or succeeded attempt each.
  `CREATE UNIQUE INDEX "payment_attempts_one_per_link" ON "payment_attempts"
     ("customer_app_id", "payment_link_id")
     WHERE "status" IN ('SELECTED', 'AUTHORIZING', 'CAPTURING', 'SUCCEEDED')`,
  `CREATE INDEX "payment_attempts_due" ON "payment_attempts" ("follow_up_at")
     WHERE "follow_up_at" IS NOT NULL`,
  `CREATE TABLE "payment_attempt_state_changes" (
     "customer_app_id" text NOT NULL,
     "attempt_id" text NOT NULL,
     "sequence" bigint NOT NULL,
     "from_status" text,
     "command" text NOT NULL,
     "to_status" text NOT NULL,
     "reason" text,
     "occurred_at" timestamptz NOT NULL,
     CONSTRAINT "payment_attempt_state_changes_pkey"
       PRIMARY KEY ("customer_app_id", "attempt_id", "sequence"),
     CONSTRAINT "payment_attempt_state_changes_attempt_fkey"
       FOREIGN KEY ("customer_app_id", "attempt_id")
       REFERENCES "payment_attempts" ("customer_app_id", "attempt_id"))`,
];
