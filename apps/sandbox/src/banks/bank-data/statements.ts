import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

import { accountKeyOf, type AccountKind, type BankCustomer } from './bank-customer.js';
import { accountLedger, type LedgerRow } from './account-ledger.js';
import { dayOf, firstOfMonth, lastOfMonth, type Day } from './calendar.js';
import { firstDay } from './bank-rows.js';

/** A statement of one month. */
interface BankStatement {
  readonly statementKey: string;
  readonly kind: AccountKind;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly name: string;
}

const PAGE = { width: 595, height: 842, margin: 50, rowHeight: 14 } as const;
const SIZE = 9;
const HEADING_SIZE = 16;
/** The first ones of a busy month; a real bank would go on. */
const MOST_ROWS = 200;
const NAMES = { current: 'Current account', savings: 'Savings account', card: 'Credit card' };

/** One for each whole month that the bank shows, oldest first. */
export function statementsOf(customer: BankCustomer, kind: AccountKind, now: Date) {
  const [year = 0, month = 1] = firstDay(now).split('-').map(Number);
  const statements: BankStatement[] = [];
  for (let next = month; lastOfMonth({ year, month: next }) < dayOf(now); next += 1) {
    const lastDay = lastOfMonth({ year, month: next });
    statements.push({
      statementKey: `${accountKeyOf(customer, kind)}-${lastDay.slice(0, 7)}`,
      kind,
      firstDay: firstOfMonth({ year, month: next }),
      lastDay,
      name: `${NAMES[kind]} ${lastDay.slice(0, 7)}`,
    });
  }
  return statements;
}

/** The file: PDF, one or more pages, the same bytes each time. */
export async function statementFile(
  customer: BankCustomer,
  statement: BankStatement,
  now: Date,
): Promise<Buffer> {
  const rows = accountLedger(customer, statement.kind, now).filter(
    ({ postedDay, isPending }) =>
      !isPending && postedDay >= statement.firstDay && postedDay <= statement.lastDay,
  );
  const document = await PDFDocument.create();
  const date = new Date(statement.lastDay);
  document.setTitle(statement.name);
  document.setCreationDate(date);
  document.setModificationDate(date);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const lines = [...headOf(customer, statement), ...rows.slice(0, MOST_ROWS).map(lineOf)];
  const perPage = Math.floor((PAGE.height - 2 * PAGE.margin - 40) / PAGE.rowHeight);
  for (let start = 0; start < lines.length; start += perPage) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    write(page, font, lines.slice(start, start + perPage));
  }
  return Buffer.from(await document.save());
}

function headOf(customer: BankCustomer, statement: BankStatement): string[] {
  return [
    statement.name,
    `${customer.firstName} ${customer.lastName}`,
    `Account ${customer.numbers[statement.kind]}`,
    `${statement.firstDay} to ${statement.lastDay}, HKD`,
    '',
  ];
}

function lineOf({ postedDay, description, amount }: LedgerRow): string {
  return `${postedDay}   ${(amount / 100).toFixed(2).padStart(14)}   ${description}`;
}

function write(page: PDFPage, font: PDFFont, lines: readonly string[]): void {
  page.drawText('Test Bank', {
    x: PAGE.margin,
    y: PAGE.height - PAGE.margin,
    size: HEADING_SIZE,
    font,
  });
  lines.forEach((line, index) => {
    const y = PAGE.height - PAGE.margin - 40 - index * PAGE.rowHeight;
    page.drawText(line, { x: PAGE.margin, y, size: SIZE, font });
  });
}
