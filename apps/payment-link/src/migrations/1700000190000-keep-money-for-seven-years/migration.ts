import {
  changeInRetention,
  changeInRetentionNoLonger,
  keepTable,
  keepTableNoLonger,
  readInRetention,
  readInRetentionNoLonger,
  retentionFunction,
  rolesOf,
  type KeptTable,
} from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RETENTION_FUNCTIONS } from './functions.js';

/** 7 years, two of them leap years. */
const DAYS = 2_557;

/** Money rows and consents leave after seven years, and not a day before. */
export class KeepMoneyForSevenYears1700000190000 implements MigrationInterface {
  readonly name = 'KeepMoneyForSevenYears1700000190000';

  async up(runner: QueryRunner): Promise<void> {
    for (const kept of KEPT) await keepTable(runner, kept);
    await readInRetention(runner, CHECKPOINTS);
    await mandateChargesLeave(runner);
    for (const statement of INDEXES) await runner.query(statement);
    for (const each of RETENTION_FUNCTIONS) await retentionFunction(runner, each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of RETENTION_FUNCTIONS) {
      await runner.query(`DROP FUNCTION ${name}(integer)`);
    }
    for (const name of INDEX_NAMES) await runner.query(`DROP INDEX "${name}"`);
    await mandateChargesStay(runner);
    await readInRetentionNoLonger(runner, CHECKPOINTS);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
    await runner.query(`DROP FUNCTION refuse_early_delete()`);
  }
}

const MANDATE_CHARGES = 'mandate_charges';

/** Accepted ones go with their payments; of those without a payment, the worker deletes refused ones. */
async function mandateChargesLeave(runner: QueryRunner): Promise<void> {
  const { worker } = await rolesOf(runner);
  await readInRetention(runner, MANDATE_CHARGES);
  await changeInRetention(runner, { table: MANDATE_CHARGES, by: 'DELETE' });
  await runner.query(`GRANT DELETE ON "mandate_charges" TO ${worker}`);
  await runner.query(`CREATE POLICY "mandate_charges_refused" ON "mandate_charges" FOR DELETE
    TO ${worker} USING ("status" = 'REFUSED')`);
}

async function mandateChargesStay(runner: QueryRunner): Promise<void> {
  const { worker } = await rolesOf(runner);
  await runner.query(`DROP POLICY "mandate_charges_refused" ON "mandate_charges"`);
  await runner.query(`REVOKE DELETE ON "mandate_charges" FROM ${worker}`);
  await changeInRetentionNoLonger(runner, { table: MANDATE_CHARGES, by: 'DELETE' });
  await readInRetentionNoLonger(runner, MANDATE_CHARGES);
}

const CHANGING = { days: DAYS, appendOnly: false } as const;
const WRITTEN = { days: DAYS, appendOnly: true } as const;

const KEPT: readonly KeptTable[] = [
  { ...CHANGING, table: 'payments', column: 'updated_at' },
  { ...CHANGING, table: 'refunds', column: 'updated_at' },
  { ...CHANGING, table: 'charges', column: 'created_at' },
  { ...CHANGING, table: 'payment_methods', column: 'updated_at' },
  { ...CHANGING, table: 'payment_links', column: 'updated_at' },
  { ...CHANGING, table: 'payment_attempts', column: 'updated_at' },
  { ...CHANGING, table: 'reconciliation_differences', column: 'found_at' },
  { ...WRITTEN, table: 'payment_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'refund_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'payment_method_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'payment_link_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'payment_attempt_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'settled_entries', column: 'settled_at' },
  { ...WRITTEN, table: 'ledger_transfers', column: 'occurred_at' },
  { ...WRITTEN, table: 'autopay_consent_changes', column: 'occurred_at' },
];

/** They stay: a balance is its last checkpoint and what came after. */
const CHECKPOINTS = 'ledger_checkpoints';

/** Rows come in the order of these times, so that an index of a few pages finds the old ones. */
const AGED_BY = [
  ['payments', 'created_at'],
  ['payment_methods', 'created_at'],
  ['payment_links', 'created_at'],
  ['ledger_transfers', 'occurred_at'],
  ['autopay_consent_changes', 'occurred_at'],
] as const;
const INDEX_NAMES = AGED_BY.map(([table, column]) => `${table}_${column}`);
const INDEXES = AGED_BY.map(
  ([table, column]) => `CREATE INDEX "${table}_${column}" ON "${table}" USING brin ("${column}")`,
);
