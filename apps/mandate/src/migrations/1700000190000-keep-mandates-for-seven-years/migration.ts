import {
  changeInRetention,
  changeInRetentionNoLonger,
  keepTable,
  keepTableNoLonger,
  retentionFunction,
  rolesOf,
  type KeptTable,
} from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RETENTION_FUNCTIONS } from './functions.js';

/** 7 years, two of them leap years. */
const DAYS = 2_557;
/** What a payer typed and did not finish. */
const LEFT_DAYS = 30;

/** Mandates and the consents behind them leave seven years after their end, not a day before. */
export class KeepMandatesForSevenYears1700000190000 implements MigrationInterface {
  readonly name = 'KeepMandatesForSevenYears1700000190000';

  async up(runner: QueryRunner): Promise<void> {
    for (const kept of KEPT) await keepTable(runner, kept);
    await changeInRetention(runner, EMPTIED);
    for (const table of WITH_MANDATE) await runner.query(toMandate(table, 'ON DELETE CASCADE'));
    for (const statement of INDEXES) await runner.query(statement);
    for (const each of RETENTION_FUNCTIONS) await retentionFunction(runner, each);
    const { worker } = await rolesOf(runner);
    await runner.query(`GRANT SELECT, DELETE ON "left_drafts" TO ${worker}`);
    await runner.query(
      `CREATE POLICY "left_drafts_worker" ON "left_drafts" FOR ALL TO ${worker} USING (true)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const { worker } = await rolesOf(runner);
    await runner.query(`DROP POLICY "left_drafts_worker" ON "left_drafts"`);
    await runner.query(`REVOKE SELECT, DELETE ON "left_drafts" FROM ${worker}`);
    for (const { name } of RETENTION_FUNCTIONS) {
      await runner.query(`DROP FUNCTION ${name}(integer)`);
    }
    for (const name of INDEX_NAMES) await runner.query(`DROP INDEX "${name}"`);
    for (const table of WITH_MANDATE) await runner.query(toMandate(table, ''));
    await changeInRetentionNoLonger(runner, EMPTIED);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
    await runner.query(`DROP FUNCTION refuse_early_delete()`);
  }
}

const CHANGING = { days: DAYS, appendOnly: false } as const;
const WRITTEN = { days: DAYS, appendOnly: true } as const;

const KEPT: readonly KeptTable[] = [
  { ...CHANGING, table: 'mandates', column: 'updated_at' },
  { ...CHANGING, table: 'mandate_submissions', column: 'created_at' },
  { ...CHANGING, table: 'direct_debits', column: 'updated_at' },
  { ...WRITTEN, table: 'mandate_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'direct_debit_state_changes', column: 'occurred_at' },
  { ...WRITTEN, table: 'mandate_consents', column: 'recorded_at' },
  { ...WRITTEN, table: 'sensitive_mandate_reads', column: 'read_at' },
  { table: 'mandate_checklists', column: 'updated_at', days: LEFT_DAYS, appendOnly: false },
];

const EMPTIED = { table: 'mandate_checklists', by: 'UPDATE' } as const;

/** Nothing to keep by itself: it goes when its mandate does. */
const WITH_MANDATE = ['mandate_sessions', 'mandate_usage'] as const;

function toMandate(table: string, onDelete: 'ON DELETE CASCADE' | ''): string {
  return `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_mandate_fkey",
    ADD CONSTRAINT "${table}_mandate_fkey" FOREIGN KEY ("customer_app_id", "mandate_id")
      REFERENCES "mandates" ("customer_app_id", "mandate_id") ${onDelete}`;
}

const INDEX_NAMES = [
  'mandates_created_at',
  'sensitive_mandate_reads_read_at',
  'mandate_sessions_mandate',
] as const;
const INDEXES = [
  // Rows come in the order of these times, so that an index of a few pages finds the old ones.
  `CREATE INDEX "mandates_created_at" ON "mandates" USING brin ("created_at")`,
  `CREATE INDEX "sensitive_mandate_reads_read_at" ON "sensitive_mandate_reads"
     USING brin ("read_at")`,
  `CREATE INDEX "mandate_sessions_mandate" ON "mandate_sessions" ("customer_app_id", "mandate_id")`,
];
