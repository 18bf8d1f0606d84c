/**
 * One line of a statement. Amounts: minor units of `currency`, positive if they raise the debt to
 * the customer app. Instants: ISO 8601, UTC.
 */
export interface StatementLine {
  readonly line_type: 'OPENING_BALANCE' | 'TRANSFER' | 'CLOSING_BALANCE';
  readonly currency: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly booking_date: string | null;
  readonly occurred_at?: string;
  readonly transfer_id?: string;
  /** Kind of the transfer in the ledger. */
  readonly kind?: string;
  readonly account_id?: string;
  readonly amount?: number;
  /** Balance of all settlement accounts in the currency, after this line. */
  readonly balance: number;
  readonly payment_id?: string | null;
  readonly refund_id?: string | null;
  readonly dispute_id?: string | null;
  readonly payout_id?: string | null;
}

/** In the order of the columns of the CSV file, and of the members of a JSON line. */
const STATEMENT_COLUMNS = [
  'line_type',
  'currency',
  'booking_date',
  'occurred_at',
  'transfer_id',
  'kind',
  'account_id',
  'amount',
  'balance',
  'payment_id',
  'refund_id',
  'dispute_id',
  'payout_id',
] as const satisfies readonly (keyof StatementLine)[];

/** The format of a statement. Every value is a word, a number or a date, so none needs quotes. */
interface StatementFormat {
  readonly contentType: string;
  readonly extension: string;
  readonly head: string;
  line(line: StatementLine): string;
}

export const STATEMENT_FORMATS = ['CSV', 'JSONL'] as const;
export type StatementFormatName = (typeof STATEMENT_FORMATS)[number];

export const statementFormats: Readonly<Record<StatementFormatName, StatementFormat>> = {
  CSV: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: `${STATEMENT_COLUMNS.join(',')}\r\n`,
    line: (line) => `${STATEMENT_COLUMNS.map((column) => line[column] ?? '').join(',')}\r\n`,
  },
  JSONL: {
    contentType: 'application/jsonl; charset=utf-8',
    extension: 'jsonl',
    head: '',
    line: (line) => {
      const members = STATEMENT_COLUMNS.map((column) => [column, line[column] ?? undefined]);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    },
  },
};

/** The transfers do not come to the closing balance: the books or the query are wrong. */
export class StatementDoesNotTie extends Error {
  override readonly name = 'StatementDoesNotTie';

  /** Minor units: the closing balance of the ledger, and the sum of the transfers. */
  constructor(
    readonly currency: string,
    readonly sums: { readonly closing: number; readonly transfers: number },
  ) {
    super(`the transfers in ${currency} do not come to the closing balance of the ledger`);
  }
}
