import { Injectable } from '@nestjs/common';
import { SignedUrls } from '@towpath/http';
import { DomainError, isCurrency, parseId, type CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import {
  STATEMENT_FORMATS,
  statementFormats,
  StatementDoesNotTie,
  type StatementFormatName,
  type StatementLine,
} from './statement.js';

/** Days: UTC, `YYYY-MM-DD`, both inclusive; null: from the first, to the last. */
export interface StatementScope {
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  /** Empty: all. */
  readonly currencies: readonly string[];
}

/** The balance statement of a signed address. */
export interface StatementAddress extends StatementScope {
  readonly customerAppId: CustomerAppId;
  readonly format: StatementFormatName;
}

/** One currency of a statement, in the snapshot of all its pages. Amounts: minor units. */
interface Opened {
  readonly currency: string;
  readonly snapshot: string;
  readonly opening: number;
  readonly closing: number;
}

/** A transfer that changes the debt to the customer app; amount: positive if it raises the debt. */
interface BookedTransfer extends Omit<StatementLine, 'occurred_at' | 'amount'> {
  readonly transfer_id: string;
  readonly occurred_at: Date;
  readonly amount: number;
}

const PAGE_SIZE = 1_000;
const LEDGER_STATEMENTS = { purpose: 'ledger statement', route: 'ledger/files' };
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ANY_DAY = '-';
const CURRENCIES = /.{3}/gu;

/** Signed amounts: positive if they raise the balance of a settlement account. */
const SIGNED = `CASE WHEN t.credit_account LIKE 'settlement:%' THEN t.amount ELSE 0 END
  - CASE WHEN t.debit_account LIKE 'settlement:%' THEN t.amount ELSE 0 END`;

/** The first instant of the first day, and the one after the last day. */
const FROM = `$3::date::timestamp AT TIME ZONE 'UTC'`;
const AFTER = `($4::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/**
 * Today's balance from checkpoint and later transfers, without transfers since. Transfers may leave
 * the ledger after seven years, and checkpoints contain their sum.
 */
const OPEN = byValues(`
  WITH accounts AS (
    SELECT a.ledger_account, a.currency FROM ledger_accounts a
    WHERE a.customer_app_id = $1 AND a.kind = 'SETTLEMENT'
      AND (cardinality($2::text[]) = 0 OR a.currency = ANY ($2))),
  today AS (
    SELECT a.currency, sum(coalesce(latest.balance, 0)
        + coalesce(credits.amount, 0) - coalesce(debits.amount, 0))::bigint AS balance
    FROM accounts a
    LEFT JOIN LATERAL (
      SELECT c.balance, c.covers_before FROM ledger_checkpoints c
      WHERE c.customer_app_id = $1 AND c.ledger_account = a.ledger_account
        AND c.currency = a.currency
      ORDER BY c.covers_before DESC LIMIT 1) latest ON true
    CROSS JOIN LATERAL (
      SELECT sum(t.amount) AS amount FROM ledger_transfers t
      WHERE t.customer_app_id = $1 AND t.credit_account = a.ledger_account
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)) credits
    CROSS JOIN LATERAL (
      SELECT sum(t.amount) AS amount FROM ledger_transfers t
      WHERE t.customer_app_id = $1 AND t.debit_account = a.ledger_account
        AND t.currency = a.currency AND t.written_by >= coalesce(latest.covers_before, 0)) debits
    GROUP BY a.currency)
  SELECT today.currency, pg_current_snapshot()::text AS snapshot,
    (today.balance - coalesce(since.from_start, 0))::bigint AS opening,
    (today.balance - coalesce(since.from_end, 0))::bigint AS closing
  FROM today
  CROSS JOIN LATERAL (
    SELECT sum(${SIGNED}) AS from_start,
      sum(${SIGNED}) FILTER (WHERE t.occurred_at >= ${AFTER}) AS from_end
    FROM ledger_transfers t
    WHERE t.customer_app_id = $1 AND t.currency = today.currency
      AND t.occurred_at >= coalesce(${FROM}, '-infinity')) since
  ORDER BY today.currency`);

/** A transaction that was running when the statement began stays out of all of its pages. */
const PAGE = byValues(`
  SELECT t.ledger_transfer_id AS transfer_id, t.kind, t.occurred_at, t.payment_id, t.refund_id,
    t.dispute_id, t.payout_id, (${SIGNED})::bigint AS amount,
    split_part(CASE WHEN t.credit_account LIKE 'settlement:%' THEN t.credit_account
      ELSE t.debit_account END, ':', 2) AS account_id
  FROM ledger_transfers t
  WHERE t.customer_app_id = $1 AND t.currency = $2
    AND (t.credit_account LIKE 'settlement:%' OR t.debit_account LIKE 'settlement:%')
    AND t.occurred_at >= coalesce($5, ${FROM}, '-infinity')
    AND t.occurred_at < coalesce(${AFTER}, 'infinity')
    AND (t.occurred_at, t.ledger_transfer_id) > (coalesce($5, '-infinity'), $6)
    AND pg_visible_in_snapshot(t.written_by::text::xid8, $7::pg_snapshot)
  ORDER BY t.occurred_at, t.ledger_transfer_id LIMIT $8`);

/** The planner expects few rows to pass, and would read and sort all that follow for each page. */
const IN_INDEX_ORDER = byValues(`SET LOCAL enable_sort = off`);

/** Balance statements of the ledger, and their signed addresses, which hold what to write. */
@Injectable()
export class StatementsReads {
  constructor(
    private readonly db: Transactions,
    private readonly urls: SignedUrls,
  ) {}

  url({ customerAppId, dateFrom, dateTo, currencies, format }: StatementAddress): string {
    const days = [dateFrom ?? ANY_DAY, dateTo ?? ANY_DAY];
    const words = [customerAppId, ...days, [...new Set(currencies)].join(''), format];
    return this.urls.link(LEDGER_STATEMENTS, words).url;
  }

  /** Throws STATEMENT_NOT_FOUND for an address that we did not write, or that has ended. */
  open(token: string): StatementAddress {
    const [app, from, to, currencies = '', format] = this.urls.open(LEDGER_STATEMENTS, token) ?? [];
    const customerAppId = parseId<CustomerAppId>(app);
    const dateFrom = dayOf(from);
    const dateTo = dayOf(to);
    const known = STATEMENT_FORMATS.find((name) => name === format);
    if (!customerAppId || dateFrom === undefined || dateTo === undefined || !known) {
      throw new DomainError('STATEMENT_NOT_FOUND', 'The link is not valid, or it has ended.');
    }
    const codes = (currencies.match(CURRENCIES) ?? []).filter((code) => isCurrency(code));
    return { customerAppId, dateFrom, dateTo, currencies: codes, format: known };
  }

  async *file(address: StatementAddress): AsyncGenerator<string> {
    const { head, line } = statementFormats[address.format];
    if (head !== '') yield head;
    for await (const lines of this.lines(address.customerAppId, address)) {
      yield lines.map((each) => line(each)).join('');
    }
  }

  /**
   * Page by page: each page is a transaction of its own, so that a caller who reads slowly holds no
   * connection. All pages see the transfers that had committed when the statement began, and no
   * later ones. The first lines come with the first page. Throws `StatementDoesNotTie` before a
   * closing line.
   */
  async *lines(app: CustomerAppId, scope: StatementScope): AsyncGenerator<StatementLine[]> {
    const { dateFrom, dateTo, currencies } = scope;
    const opened = await this.db.forApp(
      app,
      (tx) => tx.query<Opened>(OPEN, [tx.customerApp.id, currencies, dateFrom, dateTo]),
      { readOnly: true },
    );
    for (const each of opened) yield* this.linesOf(app, scope, each);
  }

  private async *linesOf(
    app: CustomerAppId,
    { dateFrom, dateTo }: StatementScope,
    { currency, opening, closing, snapshot }: Opened,
  ): AsyncGenerator<StatementLine[]> {
    let balance = opening;
    let lines: StatementLine[] = [
      { line_type: 'OPENING_BALANCE', currency, booking_date: dateFrom, balance },
    ];
    let after: BookedTransfer | undefined;
    for (;;) {
      const place = [after?.occurred_at ?? null, after?.transfer_id ?? ''];
      const transfers: BookedTransfer[] = await this.db.forApp(
        app,
        async (tx) => {
          const days = [tx.customerApp.id, currency, dateFrom, dateTo];
          await tx.query(IN_INDEX_ORDER);
          return tx.query<BookedTransfer>(PAGE, [...days, ...place, snapshot, PAGE_SIZE]);
        },
        { readOnly: true },
      );
      for (const transfer of transfers) {
        balance += transfer.amount;
        const occurred_at = transfer.occurred_at.toISOString();
        const booking_date = occurred_at.slice(0, 10);
        lines.push({
          ...transfer,
          line_type: 'TRANSFER',
          currency,
          booking_date,
          occurred_at,
          balance,
        });
      }
      if (transfers.length < PAGE_SIZE) break;
      after = transfers.at(-1);
      yield lines;
      lines = [];
    }
    if (balance !== closing) {
      throw new StatementDoesNotTie(currency, { closing, transfers: balance });
    }
    yield [...lines, { line_type: 'CLOSING_BALANCE', currency, booking_date: dateTo, balance }];
  }
}

/** Undefined for a word that names no day. */
function dayOf(word: string | undefined): string | null | undefined {
  if (word === ANY_DAY) return null;
  return word !== undefined && DAY.test(word) ? word : undefined;
}
