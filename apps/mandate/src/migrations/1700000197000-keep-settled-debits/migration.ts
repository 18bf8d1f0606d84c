import {
  keepTable,
  keepTableNoLonger,
  retentionFunction,
  type KeptTable,
} from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { earlierMandates, mandatesWithSettled } from './functions.js';

/** 7 years, two of them leap years. */
const DAYS = 2_557;

/** What banks settled, and where it differed from our debits, stays as long as the debits do. */
export class KeepSettledDebits1700000197000 implements MigrationInterface {
  readonly name = 'KeepSettledDebits1700000197000';

  async up(runner: QueryRunner): Promise<void> {
    for (const kept of KEPT) await keepTable(runner, kept);
    await replace(runner, mandatesWithSettled);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, earlierMandates);
    for (const kept of KEPT) await keepTableNoLonger(runner, kept);
  }
}

const KEPT: readonly KeptTable[] = [
  { table: 'settled_entries', column: 'settled_at', days: DAYS, appendOnly: true },
  { table: 'reconciliation_differences', column: 'found_at', days: DAYS, appendOnly: false },
];

async function replace(
  runner: QueryRunner,
  functions: readonly { readonly name: string; readonly body: string }[],
): Promise<void> {
  for (const each of functions) {
    await runner.query(`DROP FUNCTION ${each.name}(integer)`);
    await retentionFunction(runner, each);
  }
}
