import { tenantTable } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that defend disputes, and which of them an answer sent. */
export class CreateDisputeEvidence1700000441000 implements MigrationInterface {
  readonly name = 'CreateDisputeEvidence1700000441000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    // The worker deletes what is too old.
    await tenantTable(runner, { table: 'dispute_evidence', worker: 'write' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "dispute_evidence"`);
    await runner.query(`DROP INDEX "disputes_user"`);
    await runner.query(`ALTER TABLE "dispute_answers" DROP COLUMN "evidence_ids"`);
    await runner.query(`ALTER TABLE "disputes" DROP COLUMN "answers_version"`);
  }
}

const STATEMENTS = [
  `ALTER TABLE "disputes" ADD COLUMN "answers_version" bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE "dispute_answers" ADD COLUMN "evidence_ids" text[] NOT NULL DEFAULT '{}'`,
  `CREATE INDEX "disputes_user" ON "disputes" ("customer_app_id", "user_id")`,
  // Sealed with the key of the person; null once the person was erased.
  `CREATE TABLE "dispute_evidence" (
     "customer_app_id" text NOT NULL,
     "evidence_id" text NOT NULL,
     "dispute_id" text NOT NULL,
     "round" integer NOT NULL,
     "user_id" text NOT NULL,
     "digest" text NOT NULL,
     "media_type" text NOT NULL,
     "size_bytes" bigint NOT NULL,
     "sealed_name" bytea,
     "sealed_content" bytea,
     "added_at" timestamptz NOT NULL,
     "stored_at" timestamptz NOT NULL,
     CONSTRAINT "dispute_evidence_pkey" PRIMARY KEY ("customer_app_id", "evidence_id"),
     CONSTRAINT "dispute_evidence_dispute_fkey" FOREIGN KEY ("customer_app_id", "dispute_id")
       REFERENCES "disputes" ("customer_app_id", "dispute_id") ON DELETE CASCADE)`,
  // Ciphertext does not get smaller.
  `ALTER TABLE "dispute_evidence" ALTER COLUMN "sealed_content" SET STORAGE EXTERNAL`,
  `CREATE UNIQUE INDEX "dispute_evidence_once" ON "dispute_evidence"
     ("customer_app_id", "dispute_id", "round", "digest")`,
  `CREATE INDEX "dispute_evidence_user" ON "dispute_evidence" ("customer_app_id", "user_id")`,
  `CREATE INDEX "dispute_evidence_stored" ON "dispute_evidence" USING brin ("stored_at")`,
];
