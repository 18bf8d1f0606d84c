import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { StatementDoesNotTie } from '../../money/statements/statement.js';
import { StatementsReads } from '../../money/statements/statements.reads.js';
import { BALANCES_AT, LEDGER_RULE_QUERIES, type LedgerRule } from './ledger-rules.js';
import type { LedgerBalanceResponse, LedgerFindingResponse } from './ledger-verification.dto.js';

const MAX_FINDINGS = 100;
const APPS_PER_PAGE = 20;
/** Minor units; null for nothing at all. */
interface Compared {
  readonly subject: string;
  readonly currency: string;
  readonly expected: number | null;
  readonly found: number | null;
}

const WHOLE = { dateFrom: null, dateTo: null, currencies: [] };

/** Every rule of the books, for one customer app; nothing is changed. */
@Injectable()
export class LedgerVerificationReads {
  constructor(
    private readonly db: Transactions,
    private readonly statements: StatementsReads,
  ) {}

  /** The first findings of each rule; none when the books are right. */
  async verify(app: CustomerAppId): Promise<LedgerFindingResponse[]> {
    const findings: LedgerFindingResponse[] = [];
    await this.db.forApp(
      app,
      async (tx) => {
        for (const [rule, query] of Object.entries(LEDGER_RULE_QUERIES)) {
          const rows = await tx.query<Compared>(
            byValues(`SELECT * FROM (${query}) checked WHERE expected IS DISTINCT FROM found
             ORDER BY subject, currency LIMIT ${MAX_FINDINGS}`),
            [tx.customerApp.id],
          );
          const found = rows.map((row) => ({
            ...row,
            rule: rule as LedgerRule,
            expected: row.expected ?? undefined,
            found: row.found ?? undefined,
          }));
          findings.push(...found);
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
  balances(app: CustomerAppId, at: Date | null): Promise<LedgerBalanceResponse[]> {
    return this.db.forApp(
      app,
      (tx) => tx.query<LedgerBalanceResponse>(byValues(BALANCES_AT), [tx.customerApp.id, at]),
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

  private async statement(app: CustomerAppId): Promise<LedgerFindingResponse[]> {
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
