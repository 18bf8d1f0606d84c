import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The gateways' own books of disputes. */
export class CreateDisputes1700000368000 implements MigrationInterface {
  readonly name = 'CreateDisputes1700000368000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "card_disputes"`);
    await runner.query(`DROP INDEX "card_authorizations_payment"`);
  }
}

const STATEMENTS = [
  `CREATE INDEX "card_authorizations_payment" ON "card_authorizations"
     ("customer_app_id", "payment_id")`,
  `CREATE TABLE "card_disputes" (
     "gateway" text NOT NULL,
     "dispute_reference" text NOT NULL,
     "reference" text NOT NULL,
     "customer_app_id" text NOT NULL,
     "state" text NOT NULL,
     "position" bigint NOT NULL,
     "round" integer NOT NULL,
     "last_event" text NOT NULL,
     "amount" bigint NOT NULL,
     "currency" text NOT NULL,
     "is_defendable" boolean NOT NULL,
     "defend_by" timestamptz,
     "evidence_digest" text,
     "opened_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "card_disputes_pkey" PRIMARY KEY ("gateway", "dispute_reference"))`,
  `CREATE INDEX "card_disputes_payment" ON "card_disputes" ("gateway", "reference")`,
  `CREATE INDEX "card_disputes_app" ON "card_disputes" ("customer_app_id", "dispute_reference")`,
];
