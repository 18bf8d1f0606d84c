import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { StatementLine } from './domain/statement-line.js';
import { StatementRepository } from './persistence/statement.repository.js';
import type { BookedTransfer, StatementBalances, StatementScope, StatementView } from './ports.js';
import { StatementDoesNotTie } from './statement-does-not-tie.js';

const PAGE = 1_000;

/**
 * The lines of a statement, page by page: each page is a transaction of its own, so that a caller
 * who reads slowly holds no connection. All pages see the transfers that had committed when the
 * statement began, and no later ones.
 */
@Injectable()
export class WriteStatement {
  constructor(
    private readonly transactions: Transactions,
    private readonly statements: StatementRepository,
  ) {}

  /** The first lines come with the first page. Throws `StatementDoesNotTie` before a closing line. */
  async *execute(
    customerAppId: CustomerAppId,
    scope: StatementScope,
  ): AsyncGenerator<StatementLine[]> {
    const view = await this.transactions.forApp(customerAppId, (tx) =>
      this.statements.open(tx, scope),
    );
    for (const balances of view.balances) {
      yield* this.linesOf(customerAppId, { ...scope, ...view }, balances);
    }
  }

  private async *linesOf(
    customerAppId: CustomerAppId,
    statement: StatementScope & StatementView,
    { currency, opening, closing }: StatementBalances,
  ): AsyncGenerator<StatementLine[]> {
    const { dateFrom, dateTo, snapshot } = statement;
    let balance = opening;
    let lines = [balanceLine('OPENING_BALANCE', { currency, day: dateFrom, balance })];
    let after: BookedTransfer | null = null;
    for (;;) {
      const page = { dateFrom, dateTo, snapshot, currency, after, limit: PAGE };
      const transfers: BookedTransfer[] = await this.transactions.forApp(customerAppId, (tx) =>
        this.statements.page(tx, page),
      );
      for (const transfer of transfers) {
        balance += transfer.amount;
        lines.push(transferLine(transfer, { currency, balance }));
      }
      if (transfers.length < PAGE) break;
      after = transfers.at(-1) ?? null;
      yield lines;
      lines = [];
    }
    if (balance !== closing) {
      throw new StatementDoesNotTie(currency, { closing, transfers: balance });
    }
    yield [...lines, balanceLine('CLOSING_BALANCE', { currency, day: dateTo, balance })];
  }
}

function balanceLine(
  lineType: 'OPENING_BALANCE' | 'CLOSING_BALANCE',
  {
    currency,
    day,
    balance,
  }: { readonly currency: string; readonly day: string | null; readonly balance: number },
): StatementLine {
  return {
    line_type: lineType,
    currency,
    booking_date: day,
    occurred_at: null,
    transfer_id: null,
    kind: null,
    account_id: null,
    amount: null,
    balance,
    payment_id: null,
    refund_id: null,
    dispute_id: null,
    payout_id: null,
  };
}

function transferLine(
  transfer: BookedTransfer,
  { currency, balance }: { readonly currency: string; readonly balance: number },
): StatementLine {
  const occurredAt = transfer.occurredAt.toISOString();
  return {
    line_type: 'TRANSFER',
    currency,
    booking_date: occurredAt.slice(0, 10),
    occurred_at: occurredAt,
    transfer_id: transfer.transferId,
    kind: transfer.kind,
    account_id: transfer.accountId,
    amount: transfer.amount,
    balance,
    payment_id: transfer.paymentId,
    refund_id: transfer.refundId,
    dispute_id: transfer.disputeId,
    payout_id: transfer.payoutId,
  };
}
