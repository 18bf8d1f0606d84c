import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { StatementDoesNotTie } from '../../money/statements/statement-does-not-tie.js';
import { WriteStatement } from '../../money/statements/write-statement.js';
import { LedgerChecks } from './persistence/ledger-checks.js';
import type { LedgerBalance, LedgerFinding } from './ports.js';

const WHOLE = { dateFrom: null, dateTo: null, currencies: [] };

/** Every rule of the books, for one customer app; nothing is changed. */
@Injectable()
export class VerifyLedger {
  constructor(
    private readonly transactions: Transactions,
    private readonly checks: LedgerChecks,
    private readonly writeStatement: WriteStatement,
  ) {}

  /** Nothing when the books are right. */
  async execute(customerAppId: CustomerAppId): Promise<LedgerFinding[]> {
    const findings = await this.transactions.forApp(customerAppId, (tx) => this.checks.run(tx));
    return [...findings, ...(await this.statement(customerAppId))];
  }

  /** Balances of all ledger accounts, at an instant of the app's clock; null: now. */
  balances(customerAppId: CustomerAppId, at: Date | null): Promise<LedgerBalance[]> {
    return this.transactions.forApp(customerAppId, (tx) => this.checks.balances(tx, at));
  }

  /** Customer apps that have books, a page of them. */
  customerApps(after: CustomerAppId | null): Promise<readonly CustomerAppId[]> {
    return this.checks.customerApps(after);
  }

  private async statement(customerAppId: CustomerAppId): Promise<LedgerFinding[]> {
    try {
      for await (const lines of this.writeStatement.execute(customerAppId, WHOLE)) void lines;
      return [];
    } catch (error) {
      if (!(error instanceof StatementDoesNotTie)) throw error;
      const { currency, sums } = error;
      const { closing: expected, transfers: found } = sums;
      return [{ rule: 'STATEMENT_TIES', subject: 'statement', currency, expected, found }];
    }
  }
}
