export type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'date'
  | 'jsonb'
  | 'bytea';

/** Who writes it: every save, only the insert, or a default and statements of its own. */
type Writer = 'save' | 'insert' | 'database';

interface ColumnOptions {
  readonly type: ColumnType;
  readonly isArray?: boolean;
  /** Members of a `jsonb` object that are instants. */
  readonly instants?: readonly string[];
  readonly isNullable?: boolean;
  readonly writer?: Writer;
  /** Counted by the database: `GENERATED ALWAYS AS IDENTITY`. */
  readonly isIdentity?: boolean;
  /** Of other columns: `GENERATED ALWAYS AS (…) STORED`. */
  readonly isGenerated?: boolean;
  /** In the database, if it is not the property in snake_case. */
  readonly name?: string;
  readonly default?: number | boolean | string | object | (() => string);
}

/** A column: its type in PostgreSQL, the type of its values here, and how they are read. */
export class Column<T, W extends Writer = Writer> {
  /** For the compiler. */
  declare readonly value: T;
  declare readonly writer: W;

  constructor(readonly options: ColumnOptions) {}

  orNull(): Column<T | null, W> {
    return new Column({ ...this.options, isNullable: true });
  }

  /** Written by the insert alone. */
  fixed(): Column<T, 'insert'> {
    return new Column({ ...this.options, writer: 'insert' });
  }

  /** In no snapshot: a default sets it, and statements of its own change it. */
  byDatabase(): Column<T, 'database'> {
    return new Column({ ...this.options, writer: 'database' });
  }

  /** In no snapshot: the database generates and stores it from other columns of the row. */
  generated(): Column<T, 'database'> {
    return new Column({ ...this.options, writer: 'database', isGenerated: true });
  }

  named(name: string): Column<T, W> {
    return new Column({ ...this.options, name });
  }

  default(value: NonNullable<ColumnOptions['default']>): Column<T, W> {
    return new Column({ ...this.options, default: value });
  }

  /** A value of the row as PostgreSQL writes it in JSON. */
  read(json: unknown): unknown {
    if (json === null || json === undefined) return null;
    switch (this.options.type) {
      case 'bigint':
        return safeInteger(json as number);
      case 'numeric':
        return String(json);
      case 'timestamptz':
        return new Date(json as string);
      case 'bytea':
        return Buffer.from((json as string).slice(2), 'hex');
      case 'jsonb':
        return withInstants(json, this.options.instants ?? []);
      default:
        return json;
    }
  }
}

/** JSON rounds what is larger, and money is never rounded. */
function safeInteger(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`integer ${value} is too large to be represented exactly`);
}

function withInstants(json: object, instants: readonly string[]): object {
  if (instants.length === 0) return json;
  const read = Object.entries(json).map(([member, value]: [string, unknown]) => [
    member,
    instants.includes(member) && typeof value === 'string' ? new Date(value) : value,
  ]);
  return Object.fromEntries(read) as object;
}

/** Type parameter: an ID, or a list of states. */
export const text = <T extends string = string>() => new Column<T, 'save'>({ type: 'text' });
export const texts = <T extends string = string>() =>
  new Column<readonly T[], 'save'>({ type: 'text', isArray: true });
export const integer = () => new Column<number, 'save'>({ type: 'integer' });
/** A safe integer: reading a wider one fails. Read wider ones as text, with SQL of your own. */
export const bigint = () => new Column<number, 'save'>({ type: 'bigint' });
/** A decimal number as text. JSON may round it: `select` reads all of its digits. */
export const numeric = () => new Column<string, 'save'>({ type: 'numeric' });
/** The next number, which the database gives. */
export const identity = () =>
  new Column<number, 'database'>({ type: 'bigint', writer: 'database', isIdentity: true });
export const boolean = () => new Column<boolean, 'save'>({ type: 'boolean' });
/** An instant, in milliseconds. */
export const time = () => new Column<Date, 'save'>({ type: 'timestamptz' });
/** `YYYY-MM-DD`, without time zone. */
export const date = () => new Column<string, 'save'>({ type: 'date' });
export const bytes = () => new Column<Buffer, 'save'>({ type: 'bytea' });
/** @param instants members of the object that are a `Date` */
export const json = <T extends object = object>(...instants: readonly (keyof T & string)[]) =>
  new Column<T, 'save'>({ type: 'jsonb', instants });
