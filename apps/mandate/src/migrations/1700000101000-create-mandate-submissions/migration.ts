import { rolesOf, tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each mandate is at its bank: written before the bank hears of it. */
export class CreateMandateSubmissions1700000101000 implements MigrationInterface {
  readonly name = 'CreateMandateSubmissions1700000101000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT SELECT ON "mandates" TO ${worker}`);
    await runner.query(
      `CREATE POLICY "mandates_worker" ON "mandates" FOR SELECT TO ${worker} USING (true)`,
    );
    await tenantTable(runner, { table: 'mandate_submissions', worker: 'read' });
    await tenantTable(runner, {
      table: 'sensitive_mandate_reads',
      worker: 'none',
      appendOnly: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sensitive_mandate_reads", "mandate_submissions"`);
    for (const statement of BACK) await runner.query(statement);
    const { worker } = await rolesOf(runner);
    await runner.query(`DROP POLICY "mandates_worker" ON "mandates"`);
    await runner.query(`REVOKE SELECT ON "mandates" FROM ${worker}`);
  }
}

const STATEMENTS = [
  `ALTER TABLE "mandates" ADD COLUMN "payer_max_amount" bigint,
     ADD CONSTRAINT "mandates_payer_max_check" CHECK ("payer_max_amount" > 0)`,
  // Lists are read in the order of an index whatever they filter by; totals never touch the table.
  `CREATE INDEX "mandates_status" ON "mandates"
     ("customer_app_id", "status", "created_at", "mandate_id")`,
  `CREATE INDEX "mandates_sender_type" ON "mandates"
     ("customer_app_id", "sender_type", "created_at", "mandate_id")`,
  `CREATE INDEX "mandates_institution" ON "mandates"
     ("customer_app_id", "institution_id", "created_at", "mandate_id")`,
  `DROP INDEX "mandates_updated_at"`,
  `CREATE INDEX "mandates_updated_at" ON "mandates"
     ("customer_app_id", "updated_at", "status", "sender_type", "user_id", "institution_id")`,
  `CREATE INDEX "mandates_end_date" ON "mandates" ("customer_app_id", "end_date")
     WHERE "status" = 'SUCCEEDED' AND "end_date" IS NOT NULL`,
  // `reference` is the bank's and our name of the mandate; charges are made under it.
  `CREATE TABLE "mandate_submissions" (
     "customer_app_id" text NOT NULL,
     "mandate_id" text NOT NULL,
     "reference" text NOT NULL,
     "integration_id" text,
     "integration_metadata" jsonb,
     "recall" jsonb,
     "sent_at" timestamptz,
     "follow_up_at" timestamptz,
     "follow_ups_asked" integer NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "mandate_submissions_pkey" PRIMARY KEY ("customer_app_id", "mandate_id"),
     CONSTRAINT "mandate_submissions_sent_check"
       CHECK ("sent_at" IS NULL OR "integration_id" IS NOT NULL),
     CONSTRAINT "mandate_submissions_mandate_fkey" FOREIGN KEY ("customer_app_id", "mandate_id")
       REFERENCES "mandates" ("customer_app_id", "mandate_id"))`,
  `CREATE UNIQUE INDEX "mandate_submissions_reference" ON "mandate_submissions"
     ("customer_app_id", "integration_id", "reference")`,
  `CREATE INDEX "mandate_submissions_follow_up" ON "mandate_submissions"
     ("customer_app_id", "follow_up_at") WHERE "follow_up_at" IS NOT NULL`,
  // Who saw account numbers in plain text, of which mandates, and when.
  `CREATE TABLE "sensitive_mandate_reads" (
     "customer_app_id" text NOT NULL,
     "read_id" text NOT NULL,
     "client_id" text NOT NULL,
     "token_id" text NOT NULL,
     "request_id" text NOT NULL,
     "client_address" text,
     "filters" jsonb NOT NULL,
     "mandate_ids" text[] NOT NULL,
     "read_at" timestamptz NOT NULL,
     CONSTRAINT "sensitive_mandate_reads_pkey" PRIMARY KEY ("customer_app_id", "read_id"))`,
];

const BACK = [
  `DROP INDEX "mandates_end_date"`,
  `DROP INDEX "mandates_updated_at"`,
  `CREATE INDEX "mandates_updated_at" ON "mandates" ("customer_app_id", "updated_at")`,
  `DROP INDEX "mandates_institution"`,
  `DROP INDEX "mandates_sender_type"`,
  `DROP INDEX "mandates_status"`,
  `ALTER TABLE "mandates" DROP COLUMN "payer_max_amount"`,
];
