import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents that merchants uploaded to defend disputes; their content is not kept. */
export class CreateDisputeDocuments1700000442000 implements MigrationInterface {
  readonly name = 'CreateDisputeDocuments1700000442000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "card_dispute_documents" (
       "gateway" text NOT NULL,
       "dispute_reference" text NOT NULL,
       "digest" text NOT NULL,
       "media_type" text NOT NULL,
       "size_bytes" bigint NOT NULL,
       CONSTRAINT "card_dispute_documents_pkey"
         PRIMARY KEY ("gateway", "dispute_reference", "digest"))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "card_dispute_documents"`);
  }
}
