import type { Sql } from './admin.js';

/** IDs of a card payment that was executed, and of what belongs to it. */
export interface Template {
  readonly app: string;
  readonly payment: string;
  readonly link: string;
  readonly attempt: string;
  /** Empty when the payment has none. */
  readonly method: string;
  readonly user: string;
}

/** Numbers of copies, and the days from the first to the last. */
export interface Span {
  readonly first: number;
  readonly last: number;
  readonly days: number;
}

export interface HistoryTable {
  readonly name: string;
  /** SQL of which rows `m` belong to the template. */
  readonly belongs: (template: Template) => string;
  /** How long retention keeps the rows; for years when absent. */
  readonly keptDays?: number;
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

const by =
  (column: string, member: keyof Template) =>
  (template: Template): string =>
    `m.${column} = ${quoted(template[member])}`;

/** The rows of a card payment, in the order of its foreign keys. */
export const HISTORY_TABLES: readonly HistoryTable[] = [
  { name: 'payment_users', belongs: by('user_id', 'user') },
  { name: 'payment_links', belongs: by('payment_link_id', 'link') },
  { name: 'payment_link_state_changes', belongs: by('payment_link_id', 'link') },
  { name: 'payment_attempts', belongs: by('attempt_id', 'attempt') },
  { name: 'payment_attempt_state_changes', belongs: by('attempt_id', 'attempt') },
  { name: 'payment_methods', belongs: by('payment_method_id', 'method') },
  { name: 'payment_method_state_changes', belongs: by('payment_method_id', 'method') },
  { name: 'payments', belongs: by('payment_id', 'payment') },
  { name: 'payment_state_changes', belongs: by('payment_id', 'payment') },
  {
    name: 'ledger_transfers',
    belongs: ({ payment }) => `m.payment_id = ${quoted(payment)} AND m.kind = 'PAYMENT'`,
  },
  {
    name: 'outbox',
    belongs: ({ payment, link, attempt, method }) =>
      `m.message_key IN (${[payment, link, attempt, method].map(quoted).join(', ')})`,
    keptDays: 30,
  },
];

/** Columns whose values are given out by the database are left out. */
export async function columnsOf(sql: Sql, table: string): Promise<Column[]> {
  return sql<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_identity = 'NO' ORDER BY ordinal_position`,
    [table],
  );
}

/** The rows of all templates, in a table of this connection. */
export function patternsStatement(table: HistoryTable, templates: readonly Template[]): string {
  const each = templates.map(
    (template) => `m.customer_app_id = ${quoted(template.app)} AND ${table.belongs(template)}`,
  );
  return `CREATE TEMP TABLE patterns AS SELECT * FROM ${table.name} m WHERE ${each.join(' OR ')}`;
}

export interface CopyOrder {
  readonly table: HistoryTable;
  readonly columns: readonly Column[];
  readonly template: Template;
  readonly span: Span;
  /** The first that is copied: the ones before it have left by retention. */
  readonly from: number;
}

/**
 * Copies of the template's rows, numbered `n`, each with IDs and times of its own. They come in the
 * order of their numbers, as payments do. Copies from a table `patterns`: the large one has no index
 * meanwhile.
 */
export function copyStatement({ table, columns, template, span, from }: CopyOrder): string {
  const names = columns.map(({ name }) => `"${name}"`);
  const seconds = (span.days * 86_400) / (span.last - span.first + 1);
  const values = columns.map((column) => valueOf(column, { table, template, span, seconds }));
  // A payer comes back nine times.
  const each = table.name === 'payment_users' ? `WHERE n % ${PAYMENTS_OF_A_PAYER} = 0` : '';
  return `WITH own AS MATERIALIZED (SELECT * FROM patterns m
      WHERE m.customer_app_id = ${quoted(template.app)} AND ${table.belongs(template)})
    INSERT INTO ${table.name} (${names.join(', ')}) SELECT ${values.join(', ')}
    FROM generate_series(${from}, ${span.last}) n,
      LATERAL (SELECT * FROM own WHERE n IS NOT NULL OFFSET 0) m ${each}`;
}

const PAYMENTS_OF_A_PAYER = 10;

interface Values {
  readonly table: HistoryTable;
  readonly template: Template;
  readonly span: Span;
  /** From one copy to the next. */
  readonly seconds: number;
}

const id = (prefix: string, number = 'n'): string =>
  `'${prefix}' || lpad((${number})::text, 22, '0')`;

const IDS = {
  payment: id('01GP'),
  link: id('01GL'),
  attempt: id('01GA'),
  method: id('01GM'),
  user: id('01GU', `n / ${PAYMENTS_OF_A_PAYER}`),
};

/** Two of ten have failed, as far as lists can see. */
const OWN: Readonly<Record<string, string>> = {
  'payments.status': `CASE WHEN n % 10 < 8 THEN m.status ELSE 'FAILED' END`,
  'ledger_transfers.written_by': 'current_transaction()',
  event_id: id('01GE'),
  ledger_transfer_id: id('01GT'),
  unique_reference_id: `'order ' || n`,
  external_transaction_reference: `'INV-' || n`,
  external_user_id: `'customer ' || n / ${PAYMENTS_OF_A_PAYER}`,
};

const MEMBERS: Readonly<Record<string, keyof typeof IDS>> = {
  payment_id: 'payment',
  payment_link_id: 'link',
  attempt_id: 'attempt',
  open_attempt_id: 'attempt',
  payment_method_id: 'method',
  user_id: 'user',
};

function valueOf({ name, type }: Column, { table, template, span, seconds }: Values): string {
  const column = `m."${name}"`;
  const own = OWN[`${table.name}.${name}`] ?? OWN[name];
  if (own !== undefined) return own;
  const member = MEMBERS[name];
  if (member !== undefined) return `CASE WHEN ${column} IS NOT NULL THEN ${IDS[member]} END`;
  if (name === 'message_key') {
    const keys = (['payment', 'link', 'attempt', 'method'] as const).map(
      (key) => `WHEN ${quoted(template[key])} THEN ${IDS[key]}`,
    );
    return `CASE ${column} ${keys.join(' ')} END`;
  }
  if (type !== 'timestamp with time zone') return column;
  return `${column} - ${seconds} * (${span.last} - n) * interval '1 second'`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
