import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What banks told about login identities. Every key begins with the customer app and the login
 * identity. Names, numbers and files are sealed under the key of the login identity.
 */
export class CreateRetrievedData1700000350000 implements MigrationInterface {
  readonly name = 'CreateRetrievedData1700000350000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    for (const table of TABLES) await tenantTable(runner, { table, worker: 'none' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.map((table) => `"${table}"`).join(', ')}`);
  }
}

const TABLES = ['accounts', 'transactions', 'account_balances', 'statements', 'identities'];

const STATEMENTS = [
  `CREATE TABLE "accounts" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "account_id" text NOT NULL,
     "group_id" text NOT NULL,
     "name" text NOT NULL,
     "nickname" text,
     "type" text NOT NULL,
     "subtype" text NOT NULL,
     "currency" text NOT NULL,
     "country" text NOT NULL,
     "parent_id" text,
     "is_parent" boolean NOT NULL,
     "is_closed" boolean NOT NULL,
     "balances" jsonb NOT NULL,
     "sealed" bytea NOT NULL,
     "payment_number" bytea,
     "card" jsonb,
     "card_updated_at" timestamptz,
     "transaction_count" integer NOT NULL DEFAULT 0,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "accounts_pkey" PRIMARY KEY ("customer_app_id", "login_identity_id", "account_id"))`,
  `CREATE TABLE "transactions" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "transaction_id" text NOT NULL,
     "account_id" text NOT NULL,
     "is_pending" boolean NOT NULL,
     "posted_date" date,
     "occurred_at" timestamptz NOT NULL,
     "amount" numeric NOT NULL,
     "currency" text NOT NULL,
     "running_balance" numeric,
     "raw" text,
     "description" text NOT NULL,
     "location" text,
     "reference" text,
     "retrieval_id" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "transactions_pkey"
       PRIMARY KEY ("customer_app_id", "login_identity_id", "transaction_id"))`,
  `CREATE INDEX "transactions_by_time" ON "transactions"
     ("customer_app_id", "login_identity_id", "occurred_at", "transaction_id")`,
  `CREATE INDEX "transactions_by_account" ON "transactions"
     ("customer_app_id", "login_identity_id", "account_id", "occurred_at", "transaction_id")`,
  `CREATE INDEX "transactions_pending" ON "transactions" ("customer_app_id", "login_identity_id")
     WHERE "is_pending"`,
  `CREATE TABLE "account_balances" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "account_id" text NOT NULL,
     "date" date NOT NULL,
     "amount" numeric NOT NULL,
     "currency" text NOT NULL,
     CONSTRAINT "account_balances_pkey"
       PRIMARY KEY ("customer_app_id", "login_identity_id", "account_id", "date"))`,
  `CREATE TABLE "statements" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "statement_id" text NOT NULL,
     "account_id" text NOT NULL,
     "date" date NOT NULL,
     "name" text NOT NULL,
     "sealed_file" bytea NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "statements_pkey"
       PRIMARY KEY ("customer_app_id", "login_identity_id", "statement_id"))`,
  `CREATE TABLE "identities" (
     "customer_app_id" text NOT NULL,
     "login_identity_id" text NOT NULL,
     "sealed" bytea NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "identities_pkey" PRIMARY KEY ("customer_app_id", "login_identity_id"))`,
];
