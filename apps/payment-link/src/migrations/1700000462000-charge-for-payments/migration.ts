import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = [
  'SETTLEMENT',
  'CLEARING',
  'FUNDING',
  'UNEXPECTED',
  'DISPUTED',
  'PAYOUT',
  'UNMATCHED',
];
const kindsAre = (kinds: readonly string[]) => `
  ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check",
    ADD CONSTRAINT "ledger_accounts_kind_check"
      CHECK ("kind" IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;

const UP = [
  `ALTER TABLE "payment_accounts" ADD COLUMN "pricing" jsonb`,
  `ALTER TABLE "payment_attempts" ADD COLUMN "surcharge_amount" bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE "payments" ADD COLUMN "fee_amount" bigint NOT NULL DEFAULT 0,
     ADD CONSTRAINT "payments_fee_check"
       CHECK ("fee_amount" BETWEEN 0 AND "amount" + "surcharge_amount")`,
  kindsAre([...KINDS, 'FEES']),
];

const DOWN = [
  // Accounts in which no money is kept are opened again when they are needed.
  `ALTER TABLE "ledger_accounts" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`,
  `DELETE FROM "ledger_accounts" a WHERE "kind" = 'FEES' AND NOT EXISTS (
     SELECT FROM "ledger_transfers" t WHERE t.customer_app_id = a.customer_app_id
       AND a.ledger_account IN (t.debit_account, t.credit_account))`,
  `ALTER TABLE "ledger_accounts" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`,
  kindsAre(KINDS),
  `ALTER TABLE "payments" DROP CONSTRAINT "payments_fee_check", DROP COLUMN "fee_amount"`,
  `ALTER TABLE "payment_attempts" DROP COLUMN "surcharge_amount"`,
  `ALTER TABLE "payment_accounts" DROP COLUMN "pricing"`,
];

/** Surcharges that payers pay and fees that recipients pay, by settlement account and method. */
export class ChargeForPayments1700000462000 implements MigrationInterface {
  readonly name = 'ChargeForPayments1700000462000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
