import { quoteName } from '../database/service-names.js';
import { byKey, byValues } from '../transactions/planned-statement.js';
import type { AppTx, Tx } from '../transactions/tx.js';
import type { Row, WriteBatch } from '../transactions/write-batch.js';
import type { Column } from './column.js';
import type { Lookup } from './find-together.js';
import { listStatements, type ListRange } from './list-statements.js';
import type {
  AnyTable,
  Changes,
  Columns,
  Exactly,
  Expected,
  Filters,
  IdOf,
  Saved,
  StoredRow,
  TableOptions,
  Unique,
  WrittenRow,
} from './table-types.js';

/** The snapshot that the table of `T` stores. */
export type RowOf<T> = T extends Table<infer C, TableOptions> ? WrittenRow<C> : never;

interface Found {
  readonly row: unknown;
}

type Field = readonly [property: string, name: string, column: Column<unknown>];

/**
 * Describes a table once. Types, reads, writes, history and lists follow from it, and for the drift
 * check the entities of TypeORM.
 */
export function defineTable<C extends Columns, const O extends TableOptions<keyof C & string>>(
  name: string,
  columns: C,
  options: O,
): Table<C, O> {
  return new Table(name, columns, options);
}

export class Table<
  C extends Columns = Columns,
  O extends TableOptions = TableOptions,
> implements AnyTable {
  private readonly fields: readonly Field[];
  private readonly written: Record<'all' | 'key' | 'inserted' | 'changing', readonly Field[]>;
  /** Sets of properties that no two rows share, with the statement that finds a row by them. */
  private readonly unique: readonly { readonly set: readonly string[]; readonly sql: string }[];
  private readonly lists: ReturnType<typeof listStatements>;
  private readonly allRows: string;

  constructor(
    readonly name: string,
    readonly columns: C,
    readonly options: O,
  ) {
    const { key, unique = {}, indexes = {} } = options;
    this.fields = Object.entries(columns).map(([each, column]) => [
      each,
      this.column(each),
      column,
    ]);
    const unshared = Object.values(indexes).flatMap((each) =>
      'columns' in each && each.unique && !each.where ? [each.columns] : [],
    );
    const isKey = ([property]: Field) => key.includes(property);
    const writerOf = ([, , column]: Field) => column.options.writer;
    this.written = {
      all: this.fields,
      key: this.fields.filter(isKey),
      inserted: this.fields.filter((each) => writerOf(each) !== 'database'),
      changing: this.fields.filter((each) => writerOf(each) === undefined && !isKey(each)),
    };
    this.allRows = `SELECT to_jsonb(t) AS row FROM ${quoteName(name)} AS t`;
    this.unique = [key, ...Object.values(unique), ...unshared].map((set) => {
      const where = set.map((each, index) => `${quoteName(this.column(each))} = $${index + 1}`);
      return { set, sql: `${this.allRows} WHERE ${where.join(' AND ')}` };
    });
    this.lists = listStatements(this);
  }

  column(property: string): string {
    const own = this.columns[property]?.options.name;
    return own ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  /** `due_at AS "dueAt", …`: for statements that read a part of the row. */
  select(...properties: readonly (keyof C & string)[]): string {
    return properties.map((each) => `${quoteName(this.column(each))} AS "${each}"`).join(', ');
  }

  /** @param json the row as `to_jsonb` or `json_agg` writes it */
  from(json: unknown): StoredRow<C> {
    const row: Record<string, unknown> = {};
    for (const [property, name, column] of this.fields) {
      row[property] = column.read((json as Row)[name]);
    }
    return row as StoredRow<C>;
  }

  /** The rows that a statement of your own selects: `SELECT to_jsonb(t) AS row …`. */
  rows(found: readonly Found[]): StoredRow<C>[] {
    return found.map(({ row }) => this.from(row));
  }

  async find(
    tx: Tx,
    by: Unique<C, O>,
    lock: '' | ' FOR UPDATE' = '',
  ): Promise<StoredRow<C> | null> {
    const given: Row = { customerAppId: tx.customerApp?.id, ...by };
    const key = this.unique.find(({ set }) => set.every((each) => given[each] !== undefined));
    if (!key) throw new TypeError(`${this.name} has no key ${Object.keys(by).join(', ')}`);
    const sql = key.sql + lock;
    const params = key.set.map((property) => given[property]);
    // Statements of jobs are planned each time.
    const planned = tx.kind === 'app' ? byKey(sql) : byValues(sql);
    const [found] = await tx.query<Found>(planned, params);
    return found ? this.from(found.row) : null;
  }

  /** Locked until the transaction ends. */
  lock(tx: Tx, by: Unique<C, O>): Promise<StoredRow<C> | null> {
    return this.find(tx, by, ' FOR UPDATE');
  }

  /**
   * For `findTogether`: the row with these values, as `read` gives it.
   *
   * @param only see `Lookup`
   */
  lookup<T>(
    where: Partial<StoredRow<C>>,
    read: (row: StoredRow<C>) => T,
    only?: string,
  ): Lookup<T | null> {
    const all = this.lookupAll(where, read);
    return { ...all, only, read: (rows) => all.read(rows)[0] ?? null };
  }

  /** Like `lookup`, for all such rows, in no order. */
  lookupAll<T>(where: Partial<StoredRow<C>>, read: (row: StoredRow<C>) => T): Lookup<T[]> {
    const readAll = (rows: readonly unknown[]) => rows.map((row) => read(this.from(row)));
    return { table: this.name, where: this.values(where), read: readAll };
  }

  /** The rows of these IDs that exist, in no order. */
  async findAll(tx: AppTx, ids: readonly IdOf<C, O>[]): Promise<StoredRow<C>[]> {
    const id = this.column(this.options.key.at(-1) ?? '');
    const sql = `${this.allRows} WHERE customer_app_id = $1 AND ${quoteName(id)} = ANY ($2)`;
    return this.rows(await tx.query<Found>(byKey(sql), [tx.customerApp.id, ids]));
  }

  /** Newest first. */
  async list(tx: AppTx, filters: Filters<O>, range: ListRange): Promise<StoredRow<C>[]> {
    const { offset, limit, after } = range;
    const page = [after?.createdAt ?? null, after?.id ?? null, offset, limit];
    return this.rows(await tx.query(this.lists.page, [...this.given(tx, filters), ...page]));
  }

  /** Like `list`, with the number of all rows that the filters let through. */
  async counted(
    tx: AppTx,
    filters: Filters<O>,
    range: ListRange,
  ): Promise<{ readonly rows: StoredRow<C>[]; readonly total: number }> {
    const [rows, [count]] = await Promise.all([
      this.list(tx, filters, range),
      tx.query<{ total: number }>(this.lists.count, this.given(tx, filters)),
    ]);
    return { rows, total: count?.total ?? 0 };
  }

  insert<R extends WrittenRow<C>>(batch: WriteBatch, row: Exactly<WrittenRow<C>, R>): void {
    batch.insert(this.name, this.values(row, 'inserted'));
  }

  /** Writes what may change. The transaction fails if the stored row has other `expected` values. */
  update<R extends WrittenRow<C>>(
    batch: WriteBatch,
    row: Exactly<WrittenRow<C>, R>,
    expected: Partial<StoredRow<C>> = {},
  ): void {
    const where = { ...this.values(row, 'key'), ...this.values(expected) };
    batch.update(this.name, where, this.values(row, 'changing'));
  }

  /** Writes only these columns. The transaction fails if the stored row has other values. */
  change(batch: WriteBatch, expected: Expected<C, O>, changes: Changes<C>): void {
    batch.update(this.name, this.values(expected), this.values(changes));
  }

  /** Adds a new aggregate, or changes a stored one, with the history of its moves. */
  save<R extends WrittenRow<C>>(
    batch: WriteBatch,
    { snapshot, changes }: Saved<Exactly<WrittenRow<C>, R>>,
    expected: Partial<StoredRow<C>> = {},
  ): void {
    const { sequence, history } = this.options;
    if (changes[0]?.from === null) this.insert<R>(batch, snapshot);
    else {
      const read = sequence && Number((snapshot as Row)[sequence]) - changes.length;
      this.update<R>(batch, snapshot, { ...expected, ...(sequence && { [sequence]: read }) });
    }
    if (history) batch.history(history.table, this.values(snapshot, 'key'), changes);
  }

  /** The parameters of both list statements. */
  private given(tx: AppTx, filters: Filters<O>): unknown[] {
    const { oneOf = [], equal = [] } = this.options.list ?? {};
    const values = [...oneOf, ...equal].map((each) => (filters as Row)[each]);
    return [tx.customerApp.id, filters.dateFrom, filters.dateTo, ...values];
  }

  /** Values by the names of their columns. */
  private values(properties: object, of: keyof Table['written'] = 'all'): Row {
    const values: Record<string, unknown> = {};
    for (const [property, name] of this.written[of]) {
      if (property in properties) values[name] = (properties as Row)[property];
    }
    return values;
  }
}
