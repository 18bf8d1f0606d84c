import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clocks, cards, authorizations, the gateways' own ledger and the call-backs that they owe. */
export class CreateCardGateway1700000000000 implements MigrationInterface {
  readonly name = 'CreateCardGateway1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CLOCKS, ...CARDS, ...AUTHORIZATIONS, ...LEDGER, ...CALLBACKS]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "callbacks", "ledger_entries", "card_refunds",
      "card_authorizations", "stored_cards", "card_tokens", "app_clocks"`);
    await runner.query(`DROP FUNCTION refuse_ledger_change()`);
    await runner.query(`DROP FUNCTION app_now(text)`);
  }
}

const CLOCKS = [
  `CREATE TABLE "app_clocks" (
     "customer_app_id" text NOT NULL,
     "offset_ms" bigint NOT NULL,
     "frozen_at" timestamptz,
     "updated_at" timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT "app_clocks_pkey" PRIMARY KEY ("customer_app_id"))`,
  // Real time for an app whose clock nobody has moved.
  `CREATE FUNCTION app_now(customer_app text) RETURNS timestamptz
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT date_trunc('milliseconds', coalesce(
       (SELECT coalesce(frozen_at, now() + offset_ms * interval '1 millisecond')
        FROM app_clocks WHERE customer_app_id = customer_app),
       now()))
   $$`,
];

// Card numbers and security codes have no column: `card` holds the outcome and what may be shown.
const CARDS = [
  `CREATE TABLE "card_tokens" (
     "token" text NOT NULL,
     "gateway" text NOT NULL,
     "session" text NOT NULL,
     "card" jsonb NOT NULL,
     "reference" text,
     "created_at" timestamptz NOT NULL DEFAULT now(),
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "card_tokens_pkey" PRIMARY KEY ("token"))`,
  `CREATE INDEX "card_tokens_expires_at" ON "card_tokens" ("expires_at")`,
  `CREATE TABLE "stored_cards" (
     "stored_payment_method_id" text NOT NULL,
     "gateway" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "reference" text NOT NULL,
     "card" jsonb NOT NULL,
     "created_at" timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT "stored_cards_pkey" PRIMARY KEY ("stored_payment_method_id"))`,
];

const AUTHORIZATIONS = [
  `CREATE TABLE "card_authorizations" (
     "gateway" text NOT NULL,
     "reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "payment_id" text,
     "request_hash" text NOT NULL,
     "psp_reference" text NOT NULL,
     "merchant_account" text NOT NULL,
     "merchant_name" text,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "purpose" text NOT NULL,
     "store" boolean NOT NULL,
     "off_session" boolean NOT NULL,
     "return_url" text,
     "callback_url" text NOT NULL,
     "language" text,
     "card" jsonb NOT NULL,
     "state" text NOT NULL,
     "answered_state" text NOT NULL,
     "decline" jsonb,
     "auth_code" text,
     "network_transaction_reference" text,
     "stored_payment_method_id" text,
     "challenge_id" text,
     "settles_at" timestamptz,
     "refunded_amount" bigint NOT NULL DEFAULT 0,
     "created_at" timestamptz NOT NULL,
     "authorized_at" timestamptz,
     "captured_at" timestamptz,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "card_authorizations_pkey" PRIMARY KEY ("gateway", "reference"),
     CONSTRAINT "card_authorizations_challenge_id_key" UNIQUE ("challenge_id"),
     CONSTRAINT "card_authorizations_amount_check" CHECK
       ("amount" >= 0 AND "refunded_amount" BETWEEN 0 AND "amount"))`,
  `CREATE INDEX "card_authorizations_settles_at" ON "card_authorizations"
     ("customer_app_id", "settles_at") WHERE "state" = 'PENDING'`,
  `CREATE TABLE "card_refunds" (
     "gateway" text NOT NULL,
     "reference" text NOT NULL,
     "refund_reference" text NOT NULL,
     "psp_reference" text NOT NULL,
     "amount" bigint NOT NULL,
     "refunded_at" timestamptz NOT NULL,
     CONSTRAINT "card_refunds_pkey" PRIMARY KEY ("gateway", "reference", "refund_reference"),
     CONSTRAINT "card_refunds_amount_check" CHECK ("amount" > 0))`,
];

const LEDGER = [
  `CREATE TABLE "ledger_entries" (
     "entry_id" text NOT NULL,
     "gateway" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "payment_id" text NOT NULL,
     "reference" text NOT NULL,
     "psp_reference" text NOT NULL,
     "kind" text NOT NULL,
     "debit_account" text NOT NULL,
     "credit_account" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "booked_at" timestamptz NOT NULL,
     CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("entry_id"),
     CONSTRAINT "ledger_entries_kind_check" CHECK ("kind" IN ('CHARGE', 'REFUND')),
     CONSTRAINT "ledger_entries_accounts_check" CHECK ("debit_account" <> "credit_account"),
     CONSTRAINT "ledger_entries_amount_check" CHECK ("amount" > 0))`,
  `CREATE INDEX "ledger_entries_payment" ON "ledger_entries" ("customer_app_id", "payment_id")`,
  `CREATE INDEX "ledger_entries_booked_at" ON "ledger_entries"
     ("gateway", "booked_at", "entry_id")`,
  `CREATE UNIQUE INDEX "ledger_entries_one_charge" ON "ledger_entries"
     ("gateway", "reference") WHERE "kind" = 'CHARGE'`,
  `CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'ledger entries are never changed nor deleted'
       USING ERRCODE = 'integrity_constraint_violation';
   END $$`,
  `CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
     FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()`,
  `CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries"
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
];

const CALLBACKS = [
  // `due_at` is on the app's clock; the other times are real, as retries never follow a moved clock.
  `CREATE TABLE "callbacks" (
     "position" bigint GENERATED ALWAYS AS IDENTITY,
     "gateway" text NOT NULL,
     "reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "event_id" text NOT NULL,
     "event" text NOT NULL,
     "url" text NOT NULL,
     "body" text NOT NULL,
     "due_at" timestamptz NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "next_attempt_at" timestamptz NOT NULL DEFAULT now(),
     "leased_until" timestamptz,
     "last_status" integer,
     "last_error" text,
     "created_at" timestamptz NOT NULL DEFAULT now(),
     "delivered_at" timestamptz,
     CONSTRAINT "callbacks_pkey" PRIMARY KEY ("position"))`,
  `CREATE INDEX "callbacks_undelivered" ON "callbacks" ("gateway", "reference", "position")
     WHERE "delivered_at" IS NULL`,
];
