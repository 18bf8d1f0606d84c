import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import type { LedgerBalance, LedgerFinding, LedgerRule } from '../ports.js';
import { BALANCES_AT, LEDGER_RULE_QUERIES } from './ledger-rules.js';

const MOST_FINDINGS = 100;
const APPS_PER_PAGE = 20;

@Injectable()
export class LedgerChecks {
  constructor(private readonly transactions: Transactions) {}

  /** The first findings of each rule. */
  async run(tx: AppTx): Promise<LedgerFinding[]> {
    const findings: LedgerFinding[] = [];
    for (const [rule, query] of Object.entries(LEDGER_RULE_QUERIES)) {
      const rows = await tx.query<Omit<LedgerFinding, 'rule'>>(
        byValues(`SELECT * FROM (${query}) checked WHERE expected IS DISTINCT FROM found
         ORDER BY subject, currency LIMIT ${MOST_FINDINGS}`),
        [tx.customerApp.id],
      );
      findings.push(...rows.map((row) => ({ ...row, rule: rule as LedgerRule })));
    }
    return findings;
  }

  /** The sum of all balances, by currency; minor units. */
  async sums(tx: AppTx): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ readonly currency: string; readonly found: number }>(
      byValues(LEDGER_RULE_QUERIES.ACCOUNTS_SUM_TO_ZERO),
      [tx.customerApp.id],
    );
    return new Map(rows.map(({ currency, found }) => [currency, found]));
  }

  /** @param at by the app's clock, including transfers of that instant; null: now */
  balances(tx: AppTx, at: Date | null): Promise<LedgerBalance[]> {
    return tx.query<LedgerBalance>(byValues(BALANCES_AT), [tx.customerApp.id, at]);
  }

  /** A page of the customer apps that have books, in the order of their IDs. */
  async customerApps(after: CustomerAppId | null): Promise<readonly CustomerAppId[]> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<{ customer_app_id: CustomerAppId }>(
        byValues(`SELECT DISTINCT customer_app_id FROM ledger_accounts
         WHERE ($1::text IS NULL OR customer_app_id > $1)
         ORDER BY customer_app_id LIMIT ${APPS_PER_PAGE}`),
        [after],
      ),
    );
    return rows.map((row) => row.customer_app_id);
  }
}
