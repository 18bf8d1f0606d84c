import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { StatementDoesNotTie } from '../../money/statements/statement.js';
import { StatementsReads } from '../../money/statements/statements.reads.js';
import {
  BALANCES_AT,
  LEDGER_RULE_QUERIES,
  type LedgerBalance,
  type LedgerFinding,
  type LedgerRule,
} from './ledger-rules.js';

const MOST_FINDINGS = 100;
const APPS_PER_PAGE = 20;
const WHOLE = { dateFrom: null, dateTo: null, currencies: [] };

/** Every rule of the books, for one customer app; nothing is changed. */
@Injectable()
export class LedgerVerificationReads {
  constructor(
    private readonly db: Transactions,
    private readonly statements: StatementsReads,
  ) {}

  /** The first findings of each rule; none when the books are right. */
  async verify(app: CustomerAppId): Promise<LedgerFinding[]> {
    const findings: LedgerFinding[] = [];
    await this.db.forApp(
      app,
      async (tx) => {
        for (const [rule, query] of Object.entries(LEDGER_RULE_QUERIES)) {
          const rows = await tx.query<Omit<LedgerFinding, 'rule'>>(
            byValues(`SELECT * FROM (${query}) checked WHERE expected IS DISTINCT FROM found
             ORDER BY subject, currency LIMIT ${MOST_FINDINGS}`),
            [tx.customerApp.id],
          );
          findings.push(...rows.map((row) => ({ ...row, rule: rule as LedgerRule })));
        }
      },
      { readOnly: true },
    );
    return [...findings, ...(await this.statement(app))];
  }

  /** The sum of all balances, by currency; minor units. */
  async sums(app: CustomerAppId): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.forApp(
      app,
      (tx) =>
        tx.query<{ readonly currency: string; readonly found: number }>(
          byValues(LEDGER_RULE_QUERIES.ACCOUNTS_SUM_TO_ZERO),
          [tx.customerApp.id],
        ),
      { readOnly: true },
    );
    return new Map(rows.map(({ currency, found }) => [currency, found]));
  }

  /** @param at by the app's clock, including transfers of that instant; null: now */
  balances(app: CustomerAppId, at: Date | null): Promise<LedgerBalance[]> {
    return this.db.forApp(
      app,
      (tx) => tx.query<LedgerBalance>(byValues(BALANCES_AT), [tx.customerApp.id, at]),
      { readOnly: true },
    );
  }

  /** A page of the customer apps that have books, in the order of their IDs. */
  async customerApps(after: CustomerAppId | null): Promise<readonly CustomerAppId[]> {
    const rows = await this.db.asWorker((tx) =>
      tx.query<{ customer_app_id: CustomerAppId }>(
        byValues(`SELECT DISTINCT customer_app_id FROM ledger_accounts
         WHERE ($1::text IS NULL OR customer_app_id > $1)
         ORDER BY customer_app_id LIMIT ${APPS_PER_PAGE}`),
        [after],
      ),
    );
    return rows.map((row) => row.customer_app_id);
  }

  private async statement(app: CustomerAppId): Promise<LedgerFinding[]> {
    try {
      for await (const lines of this.statements.lines(app, WHOLE)) void lines;
      return [];
    } catch (error) {
      if (!(error instanceof StatementDoesNotTie)) throw error;
      const { currency, sums } = error;
      const { closing: expected, transfers: found } = sums;
      return [{ rule: 'STATEMENT_TIES', subject: 'statement', currency, expected, found }];
    }
  }
}
