import type { StateChange } from '@towpath/kernel';
import type { Column } from './column.js';

export type Columns = Readonly<Record<string, Column<unknown>>>;

type Names<P extends string = string> = readonly P[];

export interface IndexOptions<P extends string = string> {
  readonly columns: Names<P>;
  readonly unique?: true;
  readonly where?: string;
  readonly type?: 'brin';
}

export interface ForeignKeyOptions<P extends string = string> {
  readonly columns: Names<P>;
  /** The name of a table. */
  readonly to: string;
  /** Properties of the other table, if they have other names. */
  readonly toColumns?: Names;
  readonly onDelete?: 'CASCADE';
}

/** What the columns alone do not say. Columns are named by their properties `P`. */
export interface TableOptions<P extends string = string> {
  /** The customer app first, the ID last. */
  readonly key: Names<P>;
  /** Counts the moves of the aggregate: a save expects the number that was read. */
  readonly sequence?: P;
  /** The table of the aggregate's moves, and its foreign key. */
  readonly history?: { readonly table: string; readonly foreignKey: string };
  /** Constraints by name. A unique index without a condition is one of `indexes`. */
  readonly unique?: Readonly<Record<string, Names<P>>>;
  /** Those that TypeORM knows; the schema dump has those over expressions too. */
  readonly indexes?: Readonly<Record<string, Names<P> | IndexOptions<P>>>;
  readonly foreignKeys?: Readonly<Record<string, ForeignKeyOptions<P>>>;
  /** Filters of its list, which also has the days of the last change. */
  readonly list?: { readonly oneOf?: Names<P>; readonly equal?: Names<P> };
}

/** A table of any columns. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Columns;
  readonly options: TableOptions;
  /** The name of a column in the database. */
  column(property: string): string;
}

/** A row as it is read, with the columns that the database writes. */
export type StoredRow<C extends Columns> = { readonly [P in keyof C]: C[P]['value'] };

/** A row as it is written: the snapshot of an aggregate. */
export type WrittenRow<C extends Columns> = {
  readonly [P in keyof C as C[P]['writer'] extends 'database' ? never : P]: C[P]['value'];
};

/** Values for some columns, those that only an insert writes excluded. */
export type Changes<C extends Columns> = {
  readonly [P in keyof C as C[P]['writer'] extends 'insert' ? never : P]?: C[P]['value'];
};

type UniqueOf<O> =
  | (O extends { key: infer S } ? S : never)
  | (O extends { unique: Readonly<Record<string, infer S>> } ? S : never)
  | (O extends { indexes: Readonly<Record<string, infer I>> }
      ? Exclude<Extract<I, { unique: true }>, { where: string }> extends { columns: infer S }
        ? S
        : never
      : never);

type ValuesOf<C extends Columns, S> = S extends readonly (infer P)[]
  ? { readonly [Each in Exclude<P & keyof C, 'customerAppId'>]: C[Each]['value'] } & InApp
  : never;

/** Only transactions over all apps name the customer app. */
interface InApp {
  readonly customerAppId?: string;
}

/** A value for each column of the key, or of another set that no two rows share. */
export type Unique<C extends Columns, O> = ValuesOf<C, UniqueOf<O>>;

/** The key of a row, and other values that it is expected to have. */
export type Expected<C extends Columns, O> = Partial<StoredRow<C>> &
  (O extends { key: readonly (infer P extends string)[] }
    ? { readonly [Each in P & keyof C]: C[Each]['value'] }
    : never);

/** The last column of the key. */
export type IdOf<C extends Columns, O> = O extends {
  key: readonly [...string[], infer Id extends keyof C];
}
  ? C[Id]['value']
  : never;

type FilterNames<O, Kind extends string> = O extends { list: Record<Kind, infer N> }
  ? N extends readonly (infer P extends string)[]
    ? P
    : never
  : never;

/** Filters of a list; one without a value lets all rows through. */
export type Filters<O> = {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom?: string | null | undefined;
  readonly dateTo?: string | null | undefined;
} & { readonly [P in FilterNames<O, 'oneOf'>]?: readonly string[] | undefined } & {
  readonly [P in FilterNames<O, 'equal'>]?: string | null | undefined;
};

/** No members but those of `Row`. */
export type Exactly<Row, Given> = Given & Readonly<Record<Exclude<keyof Given, keyof Row>, never>>;

/** An aggregate as `save` takes it. */
export interface Saved<Row> {
  readonly snapshot: Row;
  readonly changes: readonly StateChange[];
}
